package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.subtree.DecoupledSubtree;
import io.lambdafs.client.subtree.SubtreeOptions;
import io.lambdafs.client.subtree.SubtreeRecovery;
import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import io.lambdafs.system.StackStatus;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Processes of a whole system are killed in the middle of a merge: others see none of it or all of it, and each file once. */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class MergeFaultsTest {
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final int DIRECTORIES = 20;
    private static final int FILES = 1_000;
    private static final int MOST_ATTEMPTS = 5;
    private static final int MOST_KILLS = 5;
    private static final long BETWEEN_KILLS_MILLIS = 400;
    private static final int ROUNDS = 6;
    private static final int SUBTREES = 40;
    private static final int FILES_WITH_DATA = 10;

    /** That of a subtree of which its client does not know has to end before the same directory can be decoupled again. */
    private static final long SHORT_LEASE_MILLIS = 3_000;

    private Stack stack;
    private FileSystem fs;
    private FileSystem othersFs;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    void start() throws Exception {
        stack = Stack.start(2, 1);
        fs = stack.newClient();
        // An overlay is seen by its own user alone.
        othersFs = UserGroupInformation.createRemoteUser("reader")
                .doAs((PrivilegedExceptionAction<FileSystem>) stack::newClient);
    }

    @AfterAll
    void stop() throws IOException {
        threads.shutdownNow();
        othersFs.close();
        fs.close();
        stack.close();
    }

    @Test
    @Tag("extended")
    void functionsKilledAgainAndAgain_mergeOnceAndWholly() throws Exception {
        merge(new Path("/functions"), merging -> {
            for (int kill = 0; kill < MOST_KILLS && !merging.isDone(); kill++) {
                killFunctions();
                TimeUnit.MILLISECONDS.sleep(BETWEEN_KILLS_MILLIS);
            }
        });
    }

    @Test
    @Tag("extended")
    void engineKilled_mergesOnceAndWholly() throws Exception {
        merge(new Path("/engine"), merging -> stack.killAndRestartStore());
    }

    /** What a global persist has acknowledged is in the store, whatever was killed while it and syncs before it were made. */
    @Test
    @Tag("extended")
    void functionsAndEngineKilled_duringSyncsAndGlobalPersists_loseNothing() throws Exception {
        Path root = new Path("/mechanisms");
        fs.mkdirs(root);
        int killed = 0;
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                fs, root, SubtreeOptions.forInodes(DIRECTORIES * (FILES + 1)).as("test"))) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = round; i < DIRECTORIES * FILES; i += ROUNDS) {
                    subtree.createEmptyFile(root + "/d" + i % DIRECTORIES + "/f" + i, 0644);
                }
                boolean sync = round < ROUNDS / 2;
                Future<?> mechanism =
                        threads.submit(task(() -> again(sync ? subtree::sync : subtree::persistGlobally)));
                // The moment differs from round to round.
                TimeUnit.MILLISECONDS.sleep(10L * round);
                if (round % 3 == 2) {
                    stack.killAndRestartStore();
                } else {
                    killed += killFunctions();
                }
                mechanism.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            }
        }
        assertThat(killed).isPositive();
        // The subtree was left with what is in the store: its own journal went with its memory.
        again(() -> SubtreeRecovery.recover(fs, root));
        requireEachOnce(root);
    }

    /**
     * Subtrees are decoupled, get files with data, and are discarded, while functions and the engine are killed. Nothing of them is left: no
     * decoupling, also none whose client did not hear that it has one, and no block.
     */
    @Test
    @Tag("long")
    void functionsAndEngineKilled_whileSubtreesComeAndGo_leaveNothing() throws Exception {
        Path root = new Path("/come-and-go");
        Future<?> working = threads.submit(task(() -> {
            for (int round = 0; round < SUBTREES; round++) {
                comeAndGo(new Path(root, "s" + round));
            }
        }));
        int killed = 0;
        long most = 0;
        for (int kill = 0; !working.isDone(); kill++) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_KILLS_MILLIS);
            most = Math.max(most, blocks());
            if (kill % 5 == 3) {
                stack.killAndRestartStore();
            } else {
                killed += killFunctions();
            }
        }
        working.get(BOUND.toSeconds(), TimeUnit.SECONDS);
        assertThat(killed).isPositive();
        assertThat(most).as("blocks that there were").isPositive();
        Await.until(
                "nothing is left",
                BOUND,
                () -> SubtreeRecovery.listAlsoDiscarded(fs).stream()
                        .noneMatch(info -> info.path().startsWith(root.toString())));
        Await.until("the blocks are freed", BOUND, () -> blocks() == 0);
    }

    /** Each step is made again after a failure. One that failed may have been made all the same. */
    private void comeAndGo(Path root) throws IOException {
        again(() -> fs.mkdirs(root));
        again(() -> {
            SubtreeOptions options = SubtreeOptions.forInodes(100).as("test").heldFor(SHORT_LEASE_MILLIS);
            try (DecoupledSubtree subtree = DecoupledSubtree.decouple(fs, root, options)) {
                for (int i = 0; i < FILES_WITH_DATA; i++) {
                    Path file = new Path(root, "f" + i);
                    again(() -> {
                        try (OutputStream out = fs.create(file, true)) {
                            out.write(new byte[100]);
                        }
                    });
                }
                again(subtree::discard);
            }
        });
    }

    private long blocks() throws IOException {
        long sum = 0;
        for (DatanodeInfo dataNode : ((DistributedFileSystem) fs).getDataNodeStats()) {
            sum += dataNode.getNumBlocks();
        }
        return sum;
    }

    private int killFunctions() throws IOException, InterruptedException {
        int killed = 0;
        for (StackStatus.Instance instance : stack.instances()) {
            killed += Stack.trySignal("KILL", instance.pid()) ? 1 : 0;
        }
        System.out.println("killed " + killed + " functions");
        return killed;
    }

    private interface Fault {
        void happen(Future<?> merging) throws Exception;
    }

    private void merge(Path root, Fault fault) throws Exception {
        fs.mkdirs(root);
        try (DecoupledSubtree subtree = DecoupledSubtree.decouple(
                fs, root, SubtreeOptions.forInodes(DIRECTORIES * (FILES + 1)).as("test"))) {
            for (int i = 0; i < DIRECTORIES * FILES; i++) {
                subtree.createEmptyFile(root + "/d" + i % DIRECTORIES + "/f" + i, 0644);
            }
            Set<Integer> seen = new ConcurrentSkipListSet<>();
            Future<?> merging = threads.submit(task(() -> again(subtree::merge)));
            Future<?> reading = threads.submit(task(() -> read(root, merging, seen)));
            Await.until(
                    "the merge has begun",
                    BOUND,
                    () -> merging.isDone() || state(subtree).equals("merging"));
            boolean early = !merging.isDone();
            fault.happen(merging);
            merging.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            reading.get(BOUND.toSeconds(), TimeUnit.SECONDS);
            assertThat(early).as("the fault was in the middle of the merge").isTrue();
            assertThat(seen).isSubsetOf(0, DIRECTORIES);
        }
        assertThat(SubtreeRecovery.list(fs)).noneMatch(info -> info.path().equals(root.toString()));
        requireEachOnce(root);
    }

    private interface Step {
        void run() throws Exception;
    }

    private static Callable<Void> task(Step step) {
        return () -> {
            step.run();
            return null;
        };
    }

    private String state(DecoupledSubtree subtree) throws IOException {
        return SubtreeRecovery.list(fs).stream()
                .filter(info -> info.number() == subtree.number())
                .map(DecouplingInfo::state)
                .findFirst()
                .orElse("");
    }

    private interface Attempted {
        void run() throws IOException;
    }

    /** Does it, and does it again after a failure, as a user would. */
    private static void again(Attempted step) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                step.run();
                return;
            } catch (IOException e) {
                System.out.println("attempt " + attempt + " failed: " + e);
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void read(Path root, Future<?> merging, Set<Integer> seen) throws Exception {
        boolean last;
        do {
            last = merging.isDone();
            seen.add(othersFs.listStatus(root).length);
            TimeUnit.MILLISECONDS.sleep(5);
        } while (!last);
    }

    private void requireEachOnce(Path root) throws IOException {
        List<Integer> found = new ArrayList<>();
        for (FileStatus directory : othersFs.listStatus(root)) {
            Arrays.stream(othersFs.listStatus(directory.getPath()))
                    .map(file -> Integer.valueOf(file.getPath().getName().substring(1)))
                    .forEach(found::add);
        }
        assertThat(found).hasSize(DIRECTORIES * FILES);
        assertThat(new TreeSet<>(found)).hasSize(DIRECTORIES * FILES);
        assertThat(othersFs.getContentSummary(root).getFileCount()).isEqualTo(DIRECTORIES * FILES);
    }
}
