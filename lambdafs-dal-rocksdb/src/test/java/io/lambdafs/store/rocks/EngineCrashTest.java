package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.rocks.engine.Engine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine's process is killed under load, again and again, and its directory is looked at each time. */
final class EngineCrashTest {
    private static final int KILLS = 4;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 400;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void kill_losesNothingAcknowledged_andLeavesNothingHalfDone() throws Exception {
        Set<String> acknowledged = new HashSet<>();
        for (int run = 0; run < KILLS; run++) {
            // At another moment each time.
            acknowledged.addAll(loadAndKill("run" + run, ACKNOWLEDGED_BEFORE_KILL + 37 * run));
            look(acknowledged);
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS * ACKNOWLEDGED_BEFORE_KILL);
    }

    private List<String> loadAndKill(String run, int after) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadedEngine.class.getName(),
                        directory.toString(),
                        run)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                assertThat(line).startsWith(run);
                acknowledged.add(line);
                if (acknowledged.size() == after) {
                    // By its handle, so that what it has printed can still be read.
                    process.toHandle().destroyForcibly();
                }
                line = lines.readLine();
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(after);
        // The kill may have cut the last line.
        return acknowledged.subList(0, acknowledged.size() - 1);
    }

    private void look(Set<String> acknowledged) {
        try (Engine engine = EmbeddedEngine.at(directory);
                MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults());
                Transaction tx = store.beginRead()) {
            List<String> left = names(tx, LoadedEngine.LEFT);
            assertThat(left).containsAll(acknowledged);
            assertThat(names(tx, LoadedEngine.RIGHT))
                    .as("each transaction is there with both its rows or not at all")
                    .isEqualTo(left);
            assertThat(tx.inodes().count()).isEqualTo(3 + 2L * left.size());
            requireFeedOf(engine, left);
        }
    }

    private static void requireFeedOf(Engine engine, List<String> names) {
        List<CommittedTransaction> changes = new ArrayList<>();
        try (MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
            ChangeFeed feed = store.changeFeed().orElseThrow();
            List<CommittedTransaction> page = feed.after(0, ChangeFeed.MAX_TRANSACTIONS);
            while (!page.isEmpty()) {
                changes.addAll(page);
                page = feed.after(page.get(page.size() - 1).number(), ChangeFeed.MAX_TRANSACTIONS);
            }
        }
        assertThat(changes.stream().map(CommittedTransaction::number).toList())
                .isSorted()
                .doesNotHaveDuplicates();
        // The two directories were made one by one.
        assertThat(changes).hasSize(2 + names.size());
    }

    private static List<String> names(Transaction tx, Name directory) {
        INode parent =
                tx.inodes().find(List.of(new INodeKey(INodeId.ROOT, directory))).get(0);
        List<String> names = new ArrayList<>();
        List<INode> page = tx.inodes().children(parent.id(), Name.EMPTY, 1_000);
        while (!page.isEmpty()) {
            page.forEach(child -> names.add(child.name().toString()));
            page = tx.inodes().children(parent.id(), page.get(page.size() - 1).name(), 1_000);
        }
        return names;
    }
}
