package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That all functions share the work which a large recursive delete leaves behind, as the platform's records show it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class OffloadTest {
    private static final Duration BOUND = Duration.ofSeconds(90);

    /** More than the few batches that one NameNode would remove alone. */
    private static final int FILES = 2_200;

    private static final List<String> FUNCTIONS = List.of("namenode0", "namenode1");
    private static final int MOST_DELETIONS = 3;
    private static final Duration RECORDED_WITHIN = Duration.ofSeconds(15);
    private static final int POLL_MILLIS = 100;
    private static final int CALLERS = 8;
    private static final int MAX_PAGE = 200;
    private static final Pattern REMOVED = Pattern.compile("\"removed\"\\s*:\\s*\"(\\d+)\"");

    private final Stack stack = SharedStack.get();

    @Test
    void rowsOfALargeDeletedDirectory_areRemovedByAllFunctions() throws Exception {
        List<Map<String, Long>> deletions = new ArrayList<>();
        try (FileSystem fs = stack.newClient();
                MetadataStore store = stack.openStore()) {
            // A function that is asked while it is still being started finds nothing left, because nobody waits for
            // help.
            do {
                deletions.add(delete(fs, store));
            } while (deletions.get(deletions.size() - 1).containsValue(0L) && deletions.size() < MOST_DELETIONS);
        }
        assertThat(deletions.get(deletions.size() - 1))
                .as("rows that each function removed when asked to, in each deletion: %s", deletions)
                .doesNotContainValue(0L);
    }

    /** Deletes a directory of many files; how many rows of it each function has removed because it was asked to. */
    private Map<String, Long> delete(FileSystem fs, MetadataStore store) throws Exception {
        Path directory = new Path("/offload-" + System.nanoTime());
        fs.mkdirs(directory);
        makeFiles(fs, directory);
        INodeId id = new INodeId(((HdfsFileStatus) fs.getFileStatus(directory)).getFileId());
        assertThat(hasChildren(store, id)).isTrue();
        long start = System.currentTimeMillis();

        assertThat(fs.delete(directory, true)).isTrue();

        Await.until("all rows below are gone", BOUND, () -> !hasChildren(store, id));
        Map<String, Long> removed = new TreeMap<>();
        long deadline = System.nanoTime() + RECORDED_WITHIN.toNanos();
        do {
            // An activation is recorded after what it has done is there to be seen.
            Thread.sleep(POLL_MILLIS);
            for (String function : FUNCTIONS) {
                removed.put(function, removedBy(function, start));
            }
        } while (removed.containsValue(0L) && System.nanoTime() < deadline);
        assertThat(removed.values().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(FILES);
        return removed;
    }

    private static boolean hasChildren(MetadataStore store, INodeId directory) {
        try (Transaction transaction = store.beginRead()) {
            return transaction.inodes().hasChildren(directory);
        }
    }

    private static void makeFiles(FileSystem fs, Path directory) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Future<?>> made = new ArrayList<>();
            for (int i = 0; i < FILES; i++) {
                Path file = new Path(directory, "file" + i);
                made.add(callers.submit(() -> {
                    fs.create(file).close();
                    return null;
                }));
            }
            for (Future<?> each : made) {
                each.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            callers.shutdownNow();
        }
    }

    /** How many rows a function removed in activations since then. */
    private long removedBy(String function, long sinceMillis) throws IOException {
        String activations = stack.askPlatform("/api/v1/namespaces/_/activations?docs=true&limit=" + MAX_PAGE + "&name="
                + function + "&since=" + sinceMillis);
        return REMOVED.matcher(activations)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }
}
