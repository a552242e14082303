package io.lambdafs.datanode;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Stores;
import java.io.PrintStream;
import java.time.Duration;

/** The program that runs one DataNode until it is told to end. */
public final class DataNodeMain {
    private static final String NAME = "lambdafs-datanode: ";
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private DataNodeMain() {}

    /** Runs a DataNode; see {@link CommandLine#USAGE}. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.err));
    }

    private static int run(String[] arguments, PrintStream messages) {
        try {
            serve(CommandLine.parse(arguments, System.getenv()));
            return 0;
        } catch (IllegalArgumentException e) {
            messages.println(NAME + e.getMessage());
            messages.println(CommandLine.USAGE);
            return 2;
        } catch (DataNodeStartException e) {
            messages.println(NAME + e.getMessage());
            return 1;
        }
    }

    private static void serve(CommandLine command) {
        DataNodeProcess.Timing timing = DataNodeProcess.Timing.real();
        MetadataStore store = new AwaitedStore(timing.clock(), timing.pause(), System.err)
                .open(command.store().place(), () -> Stores.open(command.store()), command.storeWait());
        DataNodeProcess process = DataNodeProcess.start(command.config(), store, timing);
        Leaving.atExit(() -> {
            process.leave();
            store.close();
        });
        process.awaitReady(START);
        System.out.println("READY datanode " + process.uuid() + " at "
                + command.config().network().advertisedHost() + ":" + process.transferPort() + ", metrics at http://"
                + command.config().network().advertisedHost() + ":" + process.httpPort() + "/prom");
        while (process.isServing() && !Thread.currentThread().isInterrupted()) {
            timing.pause().pause(LOOK);
        }
        throw new DataNodeStartException("the DataNode has ended by itself: its messages above say why");
    }
}
