package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Await;
import io.lambdafs.system.MixedLoad;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * A whole system that has nothing but an NDB cluster, one or both of whose data nodes are killed under load. Prints what that
 * cost the clients.
 */
@Tag("alone")
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@EnabledIf(value = "io.lambdafs.testkit.ndb.LocalNdbCluster#mayStart", disabledReason = LocalNdbCluster.REASON)
final class NdbNodeFaultsTest {
    private static final int FIRST = 2;
    private static final int SECOND = 3;
    private static final int CLIENTS = 4;
    private static final long STEPS = 40;
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** Of each client's longest step when one data node of two dies. */
    private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(5);

    /** NDB writes its log to disk every two seconds; what was acknowledged since is lost if all data nodes die. */
    private static final Duration CHECKPOINT = Duration.ofSeconds(5);

    /** With both nodes gone, a call of an instance may miss its answer, for which NDB's API waits two minutes. */
    private static final Duration RECOVERS_WITHIN = Duration.ofMinutes(5);

    @Test
    void dataNodesKilledUnderLoad_clientsGoOnByThemselves_andLoseNothing() throws Exception {
        try (LocalNdbCluster cluster = LocalNdbCluster.start(2).orElseThrow();
                Stack stack = NdbSystem.over(cluster, 2, 1)) {
            stack.startAgain();
            try (FileSystem fs = stack.newClient()) {
                oneKilledAndBroughtBack(cluster, fs);
                bothKilledAndRestarted(cluster, fs);
            }
        }
    }

    private static void oneKilledAndBroughtBack(LocalNdbCluster cluster, FileSystem fs) throws Exception {
        try (MixedLoad load = new MixedLoad(fs, new Path("/one"), CLIENTS)) {
            load.awaitProgress(STEPS, BOUND);
            say("cold functions", load);
            load.forgetLongestStep();
            cluster.kill(SECOND);
            load.awaitProgress(STEPS, BOUND);
            say("one of two data nodes killed", load);
            assertThat(load.longestStep()).as("a client's longest step").isLessThan(GOES_ON_WITHIN);
            cluster.restart(SECOND);
            cluster.awaitStarted(SECOND);
            load.awaitProgress(STEPS, BOUND);
            assertThat(load.stopAndVerify()).isEmpty();
            say("and brought back", load);
        }
    }

    private static void bothKilledAndRestarted(LocalNdbCluster cluster, FileSystem fs) throws Exception {
        try (MixedLoad before = new MixedLoad(fs, new Path("/before"), CLIENTS)) {
            before.awaitProgress(STEPS, BOUND);
            assertThat(before.stopAndVerify()).isEmpty();
            Thread.sleep(CHECKPOINT.toMillis());
            cluster.kill(FIRST);
            cluster.kill(SECOND);
            long killed = System.nanoTime();
            cluster.restart(SECOND);
            cluster.restart(FIRST);
            Path sign = new Path("/both/goes-on");
            Await.until("somebody writes again", RECOVERS_WITHIN, () -> isMade(fs, sign));
            System.out.printf(
                    "both data nodes killed and restarted: written again after %d ms%n",
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed));
            assertThat(before.stopAndVerify()).as("on disk before").isEmpty();
        }
        try (MixedLoad after = new MixedLoad(fs, new Path("/after"), CLIENTS)) {
            after.awaitProgress(STEPS, BOUND);
            assertThat(after.stopAndVerify()).isEmpty();
        }
    }

    /* A call is given up after a minute. */
    private static boolean isMade(FileSystem fs, Path directory) {
        try {
            return fs.mkdirs(directory);
        } catch (IOException unavailable) {
            return false;
        }
    }

    private static void say(String what, MixedLoad load) {
        System.out.printf(
                "%s: %d steps acknowledged, the longest took %d ms%n",
                what, load.acknowledged(), load.longestStep().toMillis());
    }
}
