package io.lambdafs.datanode;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Stores;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The program that runs one DataNode until it is told to end. */
public final class DataNodeMain {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private DataNodeMain() {}

    /** Runs a DataNode; see {@link CommandLine#USAGE}. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.err));
    }

    private static int run(String[] arguments, PrintStream messages) {
        try {
            CommandLine command = CommandLine.parse(arguments, System.getenv());
            serve(command);
            return 0;
        } catch (IllegalArgumentException e) {
            messages.println("lambdafs-datanode: " + e.getMessage());
            messages.println(CommandLine.USAGE);
            return 2;
        } catch (StartException e) {
            messages.println("lambdafs-datanode: " + e.getMessage());
            return 1;
        }
    }

    private static void serve(CommandLine command) {
        DataNodeProcess.Timing timing = DataNodeProcess.Timing.real();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> endInTime(asked, ended), "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        try (MetadataStore store = new StoreOpening(timing.clock(), timing.pause(), System.err)
                        .open(command.store().url(), () -> Stores.open(command.store()), command.storeWait());
                DataNodeProcess process = DataNodeProcess.start(command.config(), store, timing)) {
            process.awaitReady(START);
            System.out.println("READY datanode " + process.uuid() + " at "
                    + command.config().network().advertisedHost() + ":" + process.transferPort());
            while (!asked.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                if (!process.isServing()) {
                    throw new StartException("the DataNode has ended: its messages above say why");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    /* The JVM ends when this returns. */
    private static void endInTime(CountDownLatch asked, CountDownLatch ended) {
        asked.countDown();
        try {
            if (!ended.await(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("lambdafs-datanode: did not end within " + STOP.toSeconds() + " s, ends anyway");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
