package io.lambdafs.datanode;

import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.TransactionRunner;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * The program that does the file system's housekeeping where DataNodes may not: in secure mode their user of the store may only report.
 * Several may run; one of them has the role.
 */
public final class HousekeeperMain {
    private static final String NAME = "lambdafs-housekeeper: ";
    private static final Duration STORE_WAIT = Duration.ofSeconds(60);
    private static final int CONNECTIONS = 2;

    private HousekeeperMain() {}

    /**
     * Serves until SIGTERM. Takes no arguments: LAMBDAFS_STORE_URL, LAMBDAFS_STORE_USER and LAMBDAFS_STORE_PASSWORD say where the store is,
     * and LAMBDAFS_SECURE whether the cluster is in secure mode.
     */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            serve(System.getenv(), System.err);
        } catch (IllegalArgumentException | DataNodeStartException | StoreException e) {
            System.err.println(NAME + e.getMessage());
            System.exit(1);
        }
    }

    private static void serve(Map<String, String> environment, PrintStream messages) throws InterruptedException {
        DataNodeProcess.Timing timing = DataNodeProcess.Timing.real();
        StoreConfig config = store(environment);
        HousekeepingConfig housekeeping = HousekeepingConfig.defaults().withBlockKeys(BlockKeyConfig.of(environment));
        MetadataStore store = new AwaitedStore(timing.clock(), timing.pause(), messages)
                .open(config.place(), () -> Stores.open(config), STORE_WAIT);
        TransactionRunner runner = new TransactionRunner(
                        store,
                        new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(500)),
                        timing.pause(),
                        new Random())
                .guardedBy(KeepingTransaction::new);
        String name = "housekeeper " + UUID.randomUUID();
        RenewingWriter writer = new RenewingWriter(store, runner, name);
        HousekeepingThread thread = HousekeepingThread.start(
                Housekeeper.of(
                        housekeeping,
                        name,
                        new Housekeeper.Dependencies(store, runner, writer, timing.clock(), new Random())),
                round -> {},
                housekeeping.interval());
        Leaving.atExit(() -> {
            thread.close();
            writer.close();
            store.close();
        });
        System.out.println("READY housekeeper");
        Thread.currentThread().join();
    }

    private static StoreConfig store(Map<String, String> environment) {
        String url = environment.getOrDefault("LAMBDAFS_STORE_URL", "");
        if (url.isEmpty()) {
            throw new IllegalArgumentException("set LAMBDAFS_STORE_URL: where the metadata is kept");
        }
        return new StoreConfig(
                url,
                environment.getOrDefault("LAMBDAFS_STORE_USER", ""),
                environment.getOrDefault("LAMBDAFS_STORE_PASSWORD", ""),
                CONNECTIONS,
                StoreConfig.Bounds.defaults());
    }
}
