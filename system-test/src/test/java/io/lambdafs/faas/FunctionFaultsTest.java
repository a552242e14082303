package io.lambdafs.faas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.faas.nio.FaasFileSystem;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Functions count in a file, and each writes a line into another file in the same transaction. Whatever is killed, there are as many
 * lines as were counted, and one for each time that a function was told that it was committed.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class FunctionFaultsTest {
    private static final int FUNCTIONS = 4;
    private static final int KILLS = 2;
    private static final int PROGRAMS = 8;
    private static final int AT_ONCE = 2;
    private static final long FIRST_MILLIS = 1_000;
    private static final long BETWEEN_MILLIS = 1_500;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Stack stack;
    private MetadataStore store;
    private VolumeStore volumes;

    @BeforeAll
    void start() throws IOException {
        stack = Stack.start(1, 1, "--store", "rocks");
        store = stack.openStore();
        volumes = store.volumes().orElseThrow();
    }

    @AfterAll
    void stop() throws IOException {
        threads.shutdownNow();
        store.close();
        stack.close();
    }

    private VolumeFiles files(VolumeInfo volume) {
        return new VolumeFiles(
                new OpenVolume(volumes, volume, CacheUpdate.EAGER, TransactionLimits.defaults()),
                Credentials.ROOT,
                "",
                InstantSource.system());
    }

    private VolumeInfo counting() throws Exception {
        VolumeInfo volume = volumes.create(VolumeInfo.DEFAULT_BLOCK);
        runs(files(volume)).run(root -> {
            Files.writeString(root.resolve("count"), "0\n");
            for (int i = 0; i < FUNCTIONS; i++) {
                Files.writeString(root.resolve("lines" + i), "");
            }
        });
        return volume;
    }

    private interface Body {
        void with(Path root) throws IOException;
    }

    private interface Runs {
        void run(Body body) throws IOException, InterruptedException;
    }

    private static Runs runs(VolumeFiles files) {
        Path root = FaasFileSystem.over(files).getPath("/");
        FunctionRun run = new FunctionRun(files, Retries.defaults().withMost(1000), new Random(1));
        return body -> run.run(() -> {
            body.with(root);
            return new FunctionRun.Result<>(true, true);
        });
    }

    /** The lines that there are, after it was seen that as many were counted. */
    private List<String> lines(VolumeInfo volume) throws Exception {
        List<String> lines = new ArrayList<>();
        runs(files(volume)).run(root -> {
            lines.clear();
            for (int i = 0; i < FUNCTIONS; i++) {
                lines.addAll(Files.readAllLines(root.resolve("lines" + i)));
            }
            assertThat(Files.readString(root.resolve("count")).strip()).isEqualTo(String.valueOf(lines.size()));
        });
        assertThat(lines).doesNotHaveDuplicates();
        return lines;
    }

    @Test
    void engineKilledAgainAndAgain_eachCommitIsThereOnce() throws Exception {
        VolumeInfo volume = counting();
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        AtomicBoolean done = new AtomicBoolean();
        List<Future<?>> functions = new ArrayList<>();
        for (int i = 0; i < FUNCTIONS; i++) {
            int number = i;
            functions.add(threads.submit(() -> count(volume, number, acknowledged, done)));
        }
        int before = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
            // There was something to lose.
            assertThat(acknowledged).hasSizeGreaterThan(before);
            before = acknowledged.size();
            stack.killAndRestartStore();
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
        done.set(true);
        for (Future<?> function : functions) {
            function.get(2, TimeUnit.MINUTES);
        }
        assertThat(lines(volume)).containsAll(acknowledged);
    }

    private Void count(VolumeInfo volume, int number, Set<String> acknowledged, AtomicBoolean done) throws Exception {
        Runs runs = runs(files(volume));
        for (int time = 0; !done.get(); time++) {
            String line = number + "-" + time;
            try {
                runs.run(root -> count(root, "lines" + number, line));
                acknowledged.add(line);
            } catch (TransactionException | StoreException | IOException away) {
                // It is not known what became of it. It is there once or not at all.
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        return null;
    }

    private static void count(Path root, String file, String line) throws IOException {
        Path count = root.resolve("count");
        int counted = Integer.parseInt(Files.readString(count).strip());
        Files.writeString(count, counted + 1 + "\n");
        Files.writeString(root.resolve(file), line + "\n", StandardOpenOption.APPEND);
    }

    /** Programs, and the servers on which they depend, are killed at any moment. */
    @Test
    @Tag("extended")
    void programsAndTheirServersKilled_eachCommitIsThereOnce() throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/cc")),
                "programs are not run as functions: that needs a C compiler, /usr/bin/cc");
        VolumeInfo volume = counting();
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        List<Future<?>> lanes = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            int lane = i;
            lanes.add(threads.submit(() -> runPrograms(volume.id(), lane, acknowledged)));
        }
        for (Future<?> lane : lanes) {
            lane.get(3, TimeUnit.MINUTES);
        }
        assertThat(acknowledged).isNotEmpty();
        assertThat(lines(volume)).containsAll(acknowledged);
    }

    private Void runPrograms(VolumeId volume, int lane, Set<String> acknowledged) throws Exception {
        Random random = new Random(lane);
        for (int time = 0; time < PROGRAMS / AT_ONCE; time++) {
            String line = lane + "-" + time;
            Process run = new ProcessBuilder(
                            Stack.Launcher.ofThisCheckout().command().get(0),
                            "faas",
                            "--data-dir",
                            stack.dataDir().toString(),
                            "run",
                            "--volume",
                            String.valueOf(volume.value()),
                            "--mount",
                            "/mnt/v",
                            "--",
                            "bash",
                            "-c",
                            "read n < /mnt/v/count; echo $((n + 1)) > /mnt/v/count; echo " + line + " >> /mnt/v/lines"
                                    + lane)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
            // Every second one is let alone.
            if (time % 2 == 1) {
                TimeUnit.MILLISECONDS.sleep(FIRST_MILLIS / 2 + random.nextLong(FIRST_MILLIS));
                List<ProcessHandle> victims = new ArrayList<>(run.descendants().toList());
                victims.add(run.toHandle());
                victims.get(random.nextInt(victims.size())).destroyForcibly();
            }
            if (run.waitFor() == 0) {
                acknowledged.add(line);
            }
        }
        return null;
    }
}
