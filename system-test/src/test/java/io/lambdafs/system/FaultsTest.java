package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.PartitionFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * What clients see while processes of a whole system are killed or frozen, one kind at a time. Every acknowledged
 * operation is there afterwards, and none was carried out twice. The clients go on within {@link #BOUND}, and no other
 * process ended or had to be started again.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class FaultsTest {
    /**
     * The client's own bound on a call, with all attempts of it; what a fault costs must fit in, also where it meets a step
     * of several calls.
     */
    private static final Duration BOUND = Duration.ofSeconds(60);

    /** If nobody is awake who sees an instance depart, the next one that starts finds it at its second look. */
    private static final Duration FENCED_WITHIN = BOUND.multipliedBy(2);

    private static final int FUNCTIONS = 2;
    private static final int DATANODES = 3;
    private static final int CLIENTS = 4;

    /** Where the fault is that of a function instance, which the platform replaces. */
    private static final String NO_COMPONENT = "";

    /** Of each client, before a fault and after it. */
    private static final long STEPS = 40;

    private Stack stack;
    private FileSystem fs;
    private Map<String, Long> components;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(FUNCTIONS, DATANODES);
        fs = stack.newClient();
        components = stack.components();
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
        underLoad(test, NO_COMPONENT, () -> kill(serving()));
    }

    @Test
    @Tag("extended")
    void allInstancesKilledAtOnce_loseNothing(TestInfo test) throws Exception {
        underLoad(test, NO_COMPONENT, () -> {
            long serving = serving().pid();
            Set<Long> killed = new HashSet<>();
            for (StackStatus.Instance instance : stack.instances()) {
                // One that nobody asked for may have been removed since the table was made.
                if (Stack.trySignal("KILL", instance.pid())) {
                    killed.add(instance.pid());
                }
            }
            assertThat(killed).contains(serving);
        });
    }

    @Test
    @Tag("long")
    void killedPlatform_losesNothing(TestInfo test) throws Exception {
        underLoad(test, "platform", () -> stack.killAndRestart("platform"));
    }

    @Test
    void killedStore_losesNothing(TestInfo test) throws Exception {
        underLoad(test, stack.storeComponent(), stack::killAndRestartStore);
    }

    @Test
    void killedZooKeeper_losesNothing(TestInfo test) throws Exception {
        Assumptions.assumeTrue(stack.hasZooKeeper(), "this system's coordinator is its store");
        underLoad(test, "zookeeper", () -> stack.killAndRestart("zookeeper"));
    }

    @Test
    @Tag("long")
    void killedDataNode_losesNothing(TestInfo test) throws Exception {
        underLoad(test, "datanode1", () -> Stack.signal("KILL", stack.pid("datanode1")));
    }

    @Test
    @Tag("extended")
    void instanceFrozenBeyondItsSession_doesNoHarmWhenItWakes(TestInfo test) throws Exception {
        try (MetadataStore store = stack.openStore()) {
            underLoad(test, NO_COMPONENT, () -> {
                StackStatus.Instance frozen = serving();
                long pid = frozen.pid();
                WriterId name = name(store, pid).orElseThrow();
                Path elsewhere = elsewhere(frozen);
                Stack.signal("STOP", pid);
                Await.until("it is seen to depart", BOUND, () -> !fs.exists(elsewhere) && !isMember(pid));
                Await.until(
                        "it is fenced",
                        FENCED_WITHIN,
                        () -> !fs.exists(elsewhere) && name(store, pid).isEmpty());
                assertFenced(store, name);
                assertThat(state(pid)).as("it sleeps all the while").isEqualTo("T");

                Stack.signal("CONT", pid);

                Await.until("it has a new name", BOUND, () -> name(store, pid).isPresent());
                assertThat(name(store, pid)).isNotEqualTo(Optional.of(name));
                Await.until("it is a member again", BOUND, () -> isMember(pid));
                assertFenced(store, name);
            });
        }
    }

    /** It has no connection, and the platform goes on routing to an instance that has room. */
    @Test
    @Tag("extended")
    void clientWithoutConnections_thatMeetsFrozenInstances_isAnsweredByAnother() throws Exception {
        Path directory = new Path("/frozen");
        assertThat(fs.mkdirs(directory)).isTrue();
        Configuration configuration = stack.hadoopConfiguration();
        configuration.set("lambdafs.client.tcp.enabled", "false");
        Set<Long> frozen = new HashSet<>();
        try (FileSystem byHttp = FileSystem.newInstance(fs.getUri(), configuration)) {
            for (StackStatus.Instance instance : stack.instances()) {
                if (Stack.trySignal("STOP", instance.pid())) {
                    frozen.add(instance.pid());
                }
            }
            assertThat(frozen).isNotEmpty();
            assertThat(byHttp.getFileStatus(directory).isDirectory()).isTrue();
        } finally {
            for (long pid : frozen) {
                Stack.trySignal("CONT", pid);
            }
        }
    }

    @Test
    @Tag("long")
    void dataNodeKilledDuringAWrite_theFileIsWhole() throws Exception {
        long seed = 20;
        byte[] part = new byte[1 << 20];
        new Random(seed).nextBytes(part);
        int parts = 48;
        Path file = new Path("/faults/big");
        try (FSDataOutputStream out = fs.create(file, false)) {
            assertThat(fs.getFileStatus(file).getReplication())
                    .as("replicas, so that every DataNode is in the pipeline")
                    .isEqualTo((short) DATANODES);
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
        assertOthersLive("datanode0");
    }

    private void underLoad(TestInfo test, String victim, Fault fault) throws Exception {
        String name = test.getTestMethod().orElseThrow().getName();
        try (MixedLoad load = new MixedLoad(fs, new Path("/faults/" + name), CLIENTS)) {
            load.awaitProgress(STEPS, BOUND);
            long before = System.nanoTime();
            fault.happen();
            load.awaitProgress(STEPS, BOUND);
            Duration disturbed = Duration.ofNanos(System.nanoTime() - before);
            List<String> wrong = load.stopAndVerify();
            System.out.printf(
                    "%s: %d steps acknowledged, %d ms until %d more of each client, longest step %d ms%n",
                    name,
                    load.acknowledged(),
                    disturbed.toMillis(),
                    STEPS,
                    load.longestStep().toMillis());
            assertThat(wrong).isEmpty();
            assertThat(load.longestStep()).as("the longest step").isLessThanOrEqualTo(BOUND);
        }
        assertOthersLive(victim);
    }

    /** All that were there after the fault before, but the victim, are the same processes; what was victim then is not known. */
    private void assertOthersLive(String victim) throws IOException {
        Map<String, Long> others = new TreeMap<>(components);
        others.remove(victim);
        assertThat(others).as("components besides %s", victim).isNotEmpty();
        components = stack.components();
        assertThat(components).as("all others are the same processes").containsAllEntriesOf(others);
        components.remove(victim);
    }

    /** The instance that has served most since a moment ago, as the status table tells. */
    private StackStatus.Instance serving() throws Exception {
        Map<Long, Long> before = operations();
        List<StackStatus.Instance> served = new ArrayList<>();
        Await.until("an instance serves", BOUND, () -> {
            stack.instances().stream()
                    .filter(instance -> before.containsKey(instance.pid()) && grown(instance, before) > 0)
                    .max(Comparator.comparingLong(instance -> grown(instance, before)))
                    .ifPresent(served::add);
            return !served.isEmpty();
        });
        assertThat(served.get(0).tcpConnections())
                .as("connections to the load's client")
                .isPositive();
        return served.get(0);
    }

    /**
     * What a client that the fault does not concern asks, at another function. The load's clients may all wait for the
     * frozen one. If no other instance were awake, none would fence it until one is.
     */
    private static Path elsewhere(StackStatus.Instance frozen) {
        PartitionFunction functions = new PartitionFunction(FUNCTIONS);
        return IntStream.range(0, 100)
                .mapToObj(number -> "/nowhere" + number + "/file")
                .filter(path -> !frozen.function().equals("namenode" + functions.ownerOf(path)))
                .map(Path::new)
                .findFirst()
                .orElseThrow();
    }

    private static long grown(StackStatus.Instance instance, Map<Long, Long> before) {
        return instance.operations() - before.getOrDefault(instance.pid(), 0L);
    }

    private Map<Long, Long> operations() throws IOException {
        return stack.instances().stream()
                .collect(Collectors.toMap(StackStatus.Instance::pid, StackStatus.Instance::operations));
    }

    private boolean isMember(long pid) throws IOException {
        return stack.instances().stream().anyMatch(instance -> instance.pid() == pid && instance.member());
    }

    private static void kill(StackStatus.Instance instance) throws Exception {
        Stack.signal("KILL", instance.pid());
        awaitDeath(instance.pid());
    }

    /** Under which name a process writes; empty once that is fenced. */
    private static Optional<WriterId> name(MetadataStore store, long pid) {
        return store.writers().stream()
                .filter(writer -> writer.label().matches(".*/pid" + pid + "(-.*)?"))
                .map(MetadataStore.Writer::id)
                .findFirst();
    }

    private static void assertFenced(MetadataStore store, WriterId name) {
        assertThatThrownBy(() -> store.beginWrite(name).close())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FENCED));
    }

    /** What the kernel says that a process does, as one letter: {@code T} while it is stopped. */
    private static String state(long pid) throws IOException {
        String stat = Files.readString(java.nio.file.Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    }

    private static void awaitDeath(long pid) throws Exception {
        Await.until(
                pid + " is dead",
                BOUND,
                () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** What happens to the system. */
    @FunctionalInterface
    private interface Fault {
        void happen() throws Exception;
    }
}
