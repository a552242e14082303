package io.lambdafs.store.rocks.net;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that prints how many requests per second the transport carries, and what each costs. Server and client are processes
 * of their own. Its arguments are seconds per figure, and an address to listen at for the server's process.
 */
final class TransportLoad {
    private static final int REQUEST_BYTES = 120;
    private static final int[] CALLERS = {1, 8, 64};

    private TransportLoad() {}

    /** Without arguments: 3 s per figure. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            EchoProcess.main(new String[] {arguments[1]});
            return;
        }
        int seconds = arguments.length == 1 ? Integer.parseInt(arguments[0]) : 3;
        Path directory = Files.createTempDirectory("transport");
        for (EngineAddress address : List.of(NetFixture.unix(directory), NetFixture.tcp())) {
            measure(address, seconds);
        }
        Files.deleteIfExists(directory.resolve("s.lock"));
        Files.delete(directory);
    }

    private static void measure(EngineAddress address, int seconds) throws Exception {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TransportLoad.class.getName(),
                        "0",
                        address.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = server.inputReader()) {
            EngineAddress real = EngineAddress.parse(lines.readLine());
            try (EngineClient client = EngineClient.connect(real, NetFixture.SECRET, ClientBounds.defaults())) {
                run(client, CALLERS[CALLERS.length - 1], 2 * seconds);
                for (int callers : CALLERS) {
                    long serverBefore = cpuOf(server);
                    long clientBefore = cpuOfThisProcess();
                    long start = System.nanoTime();
                    long requests = run(client, callers, seconds);
                    double took = (System.nanoTime() - start) / 1e9;
                    System.out.printf(
                            Locale.ROOT,
                            "%s %2d callers: %7.0f requests/s, CPU per request: client %5.2f µs, server %5.2f µs%n",
                            address.path().isPresent() ? "unix" : "tcp ",
                            callers,
                            requests / took,
                            (cpuOfThisProcess() - clientBefore) / 1e3 / requests,
                            (cpuOf(server) - serverBefore) / 1e3 / requests);
                }
            }
        } finally {
            server.getOutputStream().close();
            if (!server.waitFor(10, TimeUnit.SECONDS)) {
                server.destroyForcibly();
            }
        }
    }

    private static long run(EngineClient client, int callers, int seconds) throws InterruptedException {
        AtomicLong requests = new AtomicLong();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Thread thread = new Thread(() -> {
                byte[] request = new byte[REQUEST_BYTES];
                long made = 0;
                while (System.nanoTime() < end) {
                    client.ask(request, Duration.ofSeconds(10));
                    made++;
                }
                requests.addAndGet(made);
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return requests.get();
    }

    private static long cpuOf(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    private static long cpuOfThisProcess() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
