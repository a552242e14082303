package io.lambdafs.datanode;

import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import io.lambdafs.store.TransactionRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The battery against the program of the embedded store, with DataNodes that have the role of DataNodes there. Another process would do the
 * housekeeping, so the owner's thread does.
 */
@Tag("long")
final class ReportingDataNodesTest extends DataNodeBattery {
    private static final String OWNER = "the secret of the owner";
    private static final String DATANODES = "the secret of DataNodes";

    @TempDir
    private Path files;

    /** What is to be closed, the last first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    @Override
    MetadataStore open() throws Exception {
        Process engine = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.lambdafs.store.rocks.server.StoreServerMain",
                        "--data-dir",
                        files.resolve("data").toString(),
                        "--listen",
                        "unix:" + files.resolve("socket"),
                        "--secret-file",
                        secret("owner", OWNER),
                        "--datanode-secret-file",
                        secret("datanodes", DATANODES))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        parts.push(() -> end(engine));
        String ready = engine.inputReader().readLine();
        if (ready == null || !ready.startsWith("ready ")) {
            throw new IOException("the engine said " + ready);
        }
        MetadataStore owner = open("", OWNER);
        parts.push(owner);
        TransactionRunner runner = new TransactionRunner(
                        owner,
                        new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(500)),
                        DataNodeProcess.Timing.real().pause(),
                        new Random(1))
                .guardedBy(KeepingTransaction::new);
        String name = "housekeeper " + UUID.randomUUID();
        HousekeepingThread housekeeping = HousekeepingThread.start(
                Housekeeper.of(
                        HOUSEKEEPING,
                        name,
                        new Housekeeper.Dependencies(
                                owner,
                                runner,
                                new RenewingWriter(owner, runner, name),
                                DataNodeProcess.Timing.real().clock(),
                                new Random(1))),
                round -> {},
                HOUSEKEEPING.interval());
        parts.push(housekeeping);
        return owner;
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private String secret(String name, String text) throws IOException {
        Path file = Files.createFile(
                files.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text).toString();
    }

    private MetadataStore open(String user, String secret) {
        return Stores.open(new StoreConfig(
                "rocks+unix:" + files.resolve("socket"), user, secret, 1, StoreConfig.Bounds.defaults()));
    }

    @Override
    MetadataStore openForDataNodes() {
        MetadataStore dataNodes = open("datanode", DATANODES);
        parts.push(dataNodes);
        return dataNodes;
    }

    @Override
    boolean reportsOnly() {
        return true;
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable part : parts) {
            part.close();
        }
    }
}
