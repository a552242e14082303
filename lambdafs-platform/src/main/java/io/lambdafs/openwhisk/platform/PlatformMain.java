package io.lambdafs.openwhisk.platform;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Runs a local platform as a process, until SIGTERM. */
public final class PlatformMain {
    private static final String USAGE = "options: --data-dir DIR [--config FILE] [--host ADDRESS] [--port PORT]";

    private PlatformMain() {}

    public static void main(String[] args) throws InterruptedException {
        int status = run(List.of(args), System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(List<String> args, PrintStream out, PrintStream err) throws InterruptedException {
        // A connection on which no request arrives, or none that ends, is closed; RequestReads frees its thread much
        // earlier.
        System.setProperty("sun.net.httpserver.maxReqTime", "30");
        System.setProperty("jdk.httpserver.maxConnections", "8192");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
        LocalPlatform platform;
        try {
            platform = LocalPlatform.start(configuration(args));
        } catch (IOException | IllegalArgumentException e) {
            err.println("lambdafs platform: " + e.getMessage());
            return 1;
        }
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(platform, err, stopped), "platform-stop"));
        platform.unlimited().ifPresent(err::println);
        out.println("platform ready at " + platform.uri());
        out.flush();
        stopped.await();
        return 0;
    }

    private static void stop(LocalPlatform platform, PrintStream err, CountDownLatch stopped) {
        try {
            platform.close();
        } catch (IOException e) {
            err.println("lambdafs platform: " + e.getMessage());
        } finally {
            stopped.countDown();
        }
    }

    static PlatformConfig configuration(List<String> args) throws IOException {
        PlatformConfig config = PlatformConfig.defaults(Path.of("data", "platform"));
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < args.size(); i += 2) {
                if (i + 1 == args.size()) {
                    throw new IllegalArgumentException(args.get(i) + " needs a value; " + USAGE);
                }
                // The file first, wherever it is named: flags override it.
                boolean file = args.get(i).equals("--config");
                if (file == (pass == 0)) {
                    config = apply(config, args.get(i), args.get(i + 1));
                }
            }
        }
        return config;
    }

    private static PlatformConfig apply(PlatformConfig config, String flag, String value) throws IOException {
        return switch (flag) {
            case "--config" -> ConfigFile.read(Path.of(value), config);
            case "--data-dir" -> config.withDataDir(Path.of(value));
            case "--host" -> config.withHost(value);
            case "--port" -> config.withPort(port(value));
            default -> throw new IllegalArgumentException(flag + " is not an option; " + USAGE);
        };
    }

    private static int port(String value) {
        if (!value.matches("\\d{1,5}")) {
            throw new IllegalArgumentException("--port must be a number, but is " + value);
        }
        return Integer.parseInt(value);
    }
}
