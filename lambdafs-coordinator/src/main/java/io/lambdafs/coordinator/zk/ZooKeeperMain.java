package io.lambdafs.coordinator.zk;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The process of the embedded ZooKeeper server: {@code --data-dir DIRECTORY --port PORT [--host ADDRESS]}.
 *
 * <p>Prints one line when it answers, serves until it gets SIGTERM, and exits with 1 and a sentence when it cannot start.
 */
public final class ZooKeeperMain {
    private static final String USAGE = "usage: ZooKeeperMain --data-dir DIRECTORY --port PORT [--host ADDRESS]";

    private ZooKeeperMain() {}

    public static void main(String[] args) throws InterruptedException {
        Arguments arguments;
        try {
            arguments = Arguments.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + USAGE);
            System.exit(2);
            return;
        }
        try {
            serve(arguments);
        } catch (IOException | RuntimeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void serve(Arguments arguments) throws IOException, InterruptedException {
        EmbeddedZooKeeper zooKeeper =
                EmbeddedZooKeeper.start(arguments.dataDirectory(), arguments.host(), arguments.port());
        Runtime.getRuntime().addShutdownHook(new Thread(zooKeeper::close, "stop"));
        System.out.println("ZooKeeper is ready on " + zooKeeper.connectString());
        zooKeeper.join();
    }

    /** The command line. */
    record Arguments(Path dataDirectory, String host, int port) {
        private static final int MAX_PORT = 65535;

        static Arguments parse(String[] args) {
            Path directory = null;
            String host = EmbeddedZooKeeper.LOOPBACK;
            int port = -1;
            for (int i = 0; i < args.length; i += 2) {
                if (i + 1 == args.length) {
                    throw new IllegalArgumentException(args[i] + " needs a value");
                }
                switch (args[i]) {
                    case "--data-dir" -> directory = Path.of(args[i + 1]);
                    case "--host" -> host = args[i + 1];
                    case "--port" -> port = port(args[i + 1]);
                    default -> throw new IllegalArgumentException("unknown option " + args[i]);
                }
            }
            if (directory == null || port < 0) {
                throw new IllegalArgumentException("--data-dir and --port must both be given");
            }
            return new Arguments(directory, host, port);
        }

        private static int port(String text) {
            try {
                int port = Integer.parseInt(text);
                if (port >= 0 && port <= MAX_PORT) {
                    return port;
                }
            } catch (NumberFormatException e) {
                // Said below.
            }
            throw new IllegalArgumentException("--port must be between 0 and " + MAX_PORT + ", not " + text);
        }
    }
}
