package io.lambdafs.faas;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.nio.FaasFileSystem;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What functions in processes of their own are told of lists in files is strictly serializable, while they are frozen and killed and the
 * engine is killed. A store that validates nothing of what was read is found out.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
final class SerializableHistoriesTest {
    private static final int INSTANCES = 4;
    private static final int FAULTS = 9;
    private static final int FAULTS_IN_LONG = 120;
    private static final long BETWEEN_FAULTS_MILLIS = 700;
    private static final long FROZEN_MILLIS = 1_500;

    /** Every so many faults an instance is frozen for minutes: longer than anybody waits for anything. */
    private static final int BETWEEN_LONG_FREEZES = 60;

    private static final long FROZEN_LONG_MILLIS = 120_000;
    private static final Duration BOUND = Duration.ofMinutes(2);
    private static final long ENOUGH_BYTES = 10_000;
    private static final long LAST = INSTANCES * 1_000L * ListFunctionMain.NUMBERS_EACH;

    private Stack stack;
    private MetadataStore store;
    private VolumeStore volumes;

    @TempDir
    private Path work;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(1, 1, "--store", "rocks");
        store = stack.openStore();
        volumes = store.volumes().orElseThrow();
    }

    @AfterAll
    void stop() throws IOException {
        store.close();
        stack.close();
    }

    /** An instance, and where its lines go. */
    private record Instance(Process process, Path lines) {}

    private Instance instance(VolumeInfo volume, int number, String kind) throws IOException {
        StoreConfig config = stack.storeConfig();
        Path lines = Files.createTempFile(work, "instance", ".txt");
        CacheUpdate[] updates = CacheUpdate.values();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ListFunctionMain.class.getName(),
                        config.url(),
                        config.user(),
                        config.password(),
                        String.valueOf(volume.id().value()),
                        String.valueOf(number),
                        updates[number % updates.length].name(),
                        kind)
                .redirectOutput(lines.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new Instance(process, lines);
    }

    private FunctionRun runs(VolumeFiles files) {
        return new FunctionRun(files, Retries.defaults().withMost(1000), new Random(1));
    }

    private VolumeFiles files(VolumeInfo volume) {
        return new VolumeFiles(
                new OpenVolume(volumes, volume, CacheUpdate.LAZY, TransactionLimits.defaults()),
                Credentials.ROOT,
                "",
                InstantSource.system());
    }

    private VolumeInfo emptyLists() throws Exception {
        VolumeInfo volume = volumes.create(VolumeInfo.DEFAULT_BLOCK);
        VolumeFiles files = files(volume);
        Path root = FaasFileSystem.over(files).getPath("/");
        runs(files).run(() -> {
            for (int file = 0; file < ListFunctionMain.FILES; file++) {
                Files.writeString(ListFunctionMain.path(root, file), "");
            }
            return new FunctionRun.Result<>(true, true);
        });
        return volume;
    }

    /** A transaction after all others that reads everything. */
    private ListTransaction last(VolumeInfo volume) throws Exception {
        VolumeFiles files = files(volume);
        Path root = FaasFileSystem.over(files).getPath("/");
        Map<Integer, List<Long>> reads = new HashMap<>();
        long before = System.nanoTime();
        runs(files).run(() -> {
            reads.clear();
            for (int file = 0; file < ListFunctionMain.FILES; file++) {
                reads.put(file, ListFunctionMain.read(root, file));
            }
            return new FunctionRun.Result<>(true, true);
        });
        return new ListTransaction(LAST, before, OptionalLong.of(System.nanoTime()), reads, List.of());
    }

    private static void read(Path lines, ListHistory history) throws IOException {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(lines), StandardCharsets.UTF_8))) {
            List<String> all = new ArrayList<>(in.lines().toList());
            // A process that was killed may have said only half of its last line.
            if (!endsWithItsLine(lines)) {
                all.remove(all.size() - 1);
            }
            history.heard(all.stream());
        }
    }

    private static boolean endsWithItsLine(Path lines) throws IOException {
        long size = Files.size(lines);
        if (size == 0) {
            return true;
        }
        try (SeekableByteChannel channel = Files.newByteChannel(lines)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.position(size - 1).read(last);
            return last.get(0) == '\n';
        }
    }

    private List<ListTransaction> history(String kind, int faults) throws Exception {
        VolumeInfo volume = emptyLists();
        Random random = new Random(faults);
        List<Instance> running = new ArrayList<>();
        List<Instance> all = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            running.add(instance(volume, i, kind));
        }
        all.addAll(running);
        // A slow machine starts them slowly, and a history in which nothing happens shows nothing.
        for (Instance each : running) {
            Await.until("each has done something", BOUND, () -> Files.size(each.lines()) > ENOUGH_BYTES);
        }
        for (int fault = 0; fault < faults; fault++) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_FAULTS_MILLIS);
            int victim = random.nextInt(INSTANCES);
            long pid = running.get(victim).process().pid();
            switch (fault % 3) {
                case 0 -> {
                    Stack.trySignal("STOP", pid);
                    TimeUnit.MILLISECONDS.sleep(
                            fault % BETWEEN_LONG_FREEZES == BETWEEN_LONG_FREEZES - 3
                                    ? FROZEN_LONG_MILLIS
                                    : FROZEN_MILLIS);
                    Stack.trySignal("CONT", pid);
                }
                case 1 -> {
                    running.get(victim).process().destroyForcibly().waitFor();
                    running.set(victim, instance(volume, all.size(), kind));
                    all.add(running.get(victim));
                }
                default -> stack.killAndRestartStore();
            }
        }
        TimeUnit.MILLISECONDS.sleep(2 * BETWEEN_FAULTS_MILLIS);
        ListHistory history = new ListHistory();
        for (Instance each : running) {
            each.process().getOutputStream().write('\n');
            each.process().getOutputStream().close();
        }
        for (Instance each : all) {
            boolean ended = each.process().waitFor(1, TimeUnit.MINUTES);
            each.process().destroyForcibly();
            assertThat(ended).isTrue();
            read(each.lines(), history);
        }
        List<ListTransaction> transactions = history.transactions();
        transactions.add(last(volume));
        long acknowledged =
                transactions.stream().filter(ListTransaction::isAcknowledged).count();
        System.out.println(kind + ": " + transactions.size() + " transactions, " + acknowledged + " acknowledged");
        return transactions;
    }

    @Test
    @Tag("extended")
    void historiesUnderFaults_areStrictlySerializable() throws Exception {
        List<ListTransaction> history = history("sound", FAULTS);
        assertThat(history).hasSizeGreaterThan(100);
        assertThat(CycleChecker.violation(history)).isEmpty();
    }

    @Test
    @Tag("long")
    void moreHistoriesUnderFaults_areStrictlySerializable() throws Exception {
        assertThat(CycleChecker.violation(history("sound", FAULTS_IN_LONG))).isEmpty();
    }

    @Test
    void storeThatValidatesNothing_isFoundOut() throws Exception {
        assertThat(CycleChecker.violation(history("blind", 0))).isPresent();
    }
}
