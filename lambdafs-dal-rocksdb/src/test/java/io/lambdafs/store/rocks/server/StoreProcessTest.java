package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own, under load: it is killed, stopped and frozen. Nothing is lost, nothing done twice. */
final class StoreProcessTest {
    private static final int KILLS = 3;
    private static final int BETWEEN = 200;
    private static final Bounds IMPATIENT =
            new Bounds(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(1));

    @TempDir
    private Path directory = Path.of("");

    private String address() {
        return "unix:" + directory.resolve("socket");
    }

    @Test
    void kill_losesNothingAcknowledged_andRepeatedRequestsRunOnce() throws Exception {
        StoreProcess process = StoreProcess.start(directory, address());
        try (MetadataStore store = process.open(Bounds.defaults());
                Load load = new Load(store)) {
            load.start();
            for (int kill = 0; kill < KILLS; kill++) {
                load.awaitMore(BETWEEN + 37 * kill);
                process.kill();
                process = StoreProcess.start(directory, address());
            }
            load.awaitMore(BETWEEN);
            load.endAndCheck();
            assertThat(directory.resolve("data"))
                    .as("the native library's file, one for all starts")
                    .isDirectoryContaining(file ->
                            file.toString().endsWith(".so") || file.toString().endsWith(".jnilib"));
            assertThat(load.repeated()).as("requests that met a kill").isPositive();
        } finally {
            process.close();
        }
    }

    @Test
    void termination_isInOrder_andLosesNothing() throws Exception {
        StoreProcess process = StoreProcess.start(directory, address());
        try (MetadataStore store = process.open(Bounds.defaults());
                Load load = new Load(store)) {
            load.start();
            load.awaitMore(BETWEEN);
            // 128 + SIGTERM, as the shell counts it.
            assertThat(process.terminate()).isEqualTo(143);
            assertThat(directory.resolve("socket")).doesNotExist();
            process = StoreProcess.start(directory, address());
            load.awaitMore(BETWEEN);
            load.endAndCheck();
        } finally {
            process.close();
        }
    }

    @Test
    void frozenProcess_losesNothing_andItsUsersGoOnAfterwards() throws Exception {
        try (StoreProcess process = StoreProcess.start(directory, address());
                MetadataStore store = process.open(IMPATIENT);
                Load load = new Load(store)) {
            load.start();
            load.awaitMore(BETWEEN);
            process.signal("STOP");
            long before = load.repeated();
            awaitRepeats(load, before + 16);
            process.signal("CONT");
            load.awaitMore(BETWEEN);
            load.endAndCheck();
        }
    }

    /** Longer than all bounds of its users, which give up and repeat their requests meanwhile. */
    @Test
    @Tag("long")
    void processThatIsFrozenForHalfAMinute_losesNothing_andItsUsersGoOnAfterwards() throws Exception {
        try (StoreProcess process = StoreProcess.start(directory, address());
                MetadataStore store = process.open(Bounds.defaults());
                Load load = new Load(store)) {
            load.start();
            load.awaitMore(BETWEEN);
            process.signal("STOP");
            TimeUnit.SECONDS.sleep(30);
            process.signal("CONT");
            load.awaitMore(BETWEEN);
            load.endAndCheck();
        }
    }

    /* Each caller has given up once at least, so the process was frozen for longer than they wait. */
    private static void awaitRepeats(Load load, long repeats) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (load.repeated() < repeats) {
            assertThat(System.nanoTime()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
