package io.lambdafs.store.rocks.server;

import io.lambdafs.store.rocks.engine.EngineLimits;
import java.io.PrintStream;
import java.util.Optional;

/**
 * The program that serves a store to other processes; see {@link ServerArguments#USAGE}.
 *
 * <p>Prints {@code ready ADDRESS} when it serves, with the URL of its metrics behind that if there is one, and serves until it gets SIGTERM. Exits with 1 and a sentence when it cannot
 * start, when its engine fails or when the thread of its sockets does, and with 2 when its command line is wrong.
 */
public final class StoreServerMain {
    private static final String NAME = "lambdafs-store: ";

    private StoreServerMain() {}

    public static void main(String[] arguments) {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] arguments, PrintStream out, PrintStream messages) {
        try {
            return serve(ServerArguments.parse(arguments), out, messages);
        } catch (IllegalArgumentException e) {
            messages.println(NAME + e.getMessage());
            messages.println(ServerArguments.USAGE);
            return 2;
        } catch (StartException e) {
            messages.println(NAME + e.getMessage());
            return 1;
        }
    }

    private static int serve(ServerArguments arguments, PrintStream out, PrintStream messages) {
        StoreServer server =
                StoreServer.start(arguments, EngineLimits.defaults(), line -> messages.println(NAME + line));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
        out.println("ready " + server.description());
        out.flush();
        return awaitEnd(server, messages);
    }

    /** Waits for the server's end; the exit status that it is worth. */
    static int awaitEnd(StoreServer server, PrintStream messages) {
        try {
            Optional<String> failure = server.awaitEnd();
            failure.ifPresent(why -> messages.println(NAME + why));
            return failure.isPresent() ? 1 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
