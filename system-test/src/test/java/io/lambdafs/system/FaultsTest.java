package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * What clients see while processes of a whole system are killed or frozen, one kind at a time: every acknowledged
 * operation is there afterwards, none was carried out twice, and the clients go on within {@link #BOUND}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class FaultsTest {
    /** The client's own bound on a call; what a fault costs must fit in. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    private static final int CLIENTS = 4;
    private static final long STEPS = 150;

    private Stack stack;
    private FileSystem fs;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(2, 3);
        fs = stack.newClient();
    }

    @AfterEach
    void bringBackWhatIsDead() throws IOException {
        stack.startAgain();
    }

    @AfterAll
    void stop() throws IOException {
        fs.close();
        stack.close();
    }

    @Test
    void killedInstance_losesNothing(TestInfo test) throws Exception {
        underLoad(test, () -> Stack.signal("KILL", stack.instances().get(0).pid()));
    }

    @Test
    void allInstancesKilledAtOnce_loseNothing(TestInfo test) throws Exception {
        underLoad(test, () -> {
            for (Stack.Instance instance : stack.instances()) {
                Stack.signal("KILL", instance.pid());
            }
        });
    }

    @Test
    void killedPlatform_losesNothing(TestInfo test) throws Exception {
        underLoad(test, () -> killAndRestart("platform"));
    }

    @Test
    void killedPostgres_losesNothing(TestInfo test) throws Exception {
        underLoad(test, () -> killAndRestart("postgres"));
    }

    @Test
    void killedZooKeeper_losesNothing(TestInfo test) throws Exception {
        underLoad(test, () -> killAndRestart("zookeeper"));
    }

    @Test
    void killedDataNode_losesNothing(TestInfo test) throws Exception {
        underLoad(test, () -> Stack.signal("KILL", stack.pid("datanode1")));
    }

    @Test
    void instanceFrozenBeyondItsSession_doesNoHarmWhenItWakes(TestInfo test) throws Exception {
        underLoad(test, () -> {
            List<Stack.Instance> frozen = stack.instances();
            Stack.signal("STOP", frozen.get(0).pid());
            // Longer than the session time-out of 10 s: the others see it depart and fence it.
            LockSupport.parkNanos(Duration.ofSeconds(15).toNanos());
            Stack.signal("CONT", frozen.get(0).pid());
        });
    }

    @Test
    void dataNodeKilledDuringAWrite_theFileIsWhole() throws Exception {
        long seed = 20;
        byte[] part = new byte[1 << 20];
        new Random(seed).nextBytes(part);
        int parts = 48;
        Path file = new Path("/faults/big");
        try (FSDataOutputStream out = fs.create(file, false)) {
            for (int written = 0; written < parts; written++) {
                if (written == parts / 3) {
                    Stack.signal("KILL", stack.pid("datanode0"));
                }
                out.write(part);
            }
        }
        assertThat(fs.getFileStatus(file).getLen()).isEqualTo((long) parts << 20);
        byte[] read = new byte[part.length];
        try (FSDataInputStream in = fs.open(file)) {
            for (int number = 0; number < parts; number++) {
                in.readFully(read);
                assertThat(read).as("part %d, seed %d", number, seed).isEqualTo(part);
            }
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    private void underLoad(TestInfo test, Fault fault) throws Exception {
        String name = test.getTestMethod().orElseThrow().getName();
        try (MixedLoad load = new MixedLoad(fs, new Path("/faults/" + name), CLIENTS)) {
            load.awaitProgress(STEPS, BOUND);
            long before = System.nanoTime();
            fault.happen();
            load.awaitProgress(STEPS, BOUND);
            Duration disturbed = Duration.ofNanos(System.nanoTime() - before);
            List<String> wrong = load.stopAndVerify();
            System.out.printf(
                    "%s: %d steps acknowledged, %d ms until %d more, longest step %d ms%n",
                    name,
                    load.acknowledged(),
                    disturbed.toMillis(),
                    STEPS,
                    load.longestStep().toMillis());
            assertThat(wrong).isEmpty();
        }
    }

    private void killAndRestart(String component) throws Exception {
        long pid = stack.pid(component);
        Stack.signal("KILL", pid);
        Await.until(
                component + " is dead",
                BOUND,
                () -> ProcessHandle.of(pid).isEmpty()
                        || !ProcessHandle.of(pid).orElseThrow().isAlive());
        stack.startAgain();
    }

    /** What happens to the system. */
    @FunctionalInterface
    private interface Fault {
        void happen() throws Exception;
    }
}
