package io.lambdafs.history;

import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What can be seen of a system whose clients did not come to their end, kept before it is stopped and removed. */
final class Evidence {
    /** A process that is frozen does not say where its threads are. */
    private static final Duration BOUND = Duration.ofSeconds(10);

    private final Stack stack;
    private final Path directory;

    Evidence(Stack stack, Path directory) {
        this.stack = stack;
        this.directory = directory;
    }

    /** Keeps where all threads of these processes and of the instances are, the status, and what the instances logged. */
    void keep(List<ClientProcess> clients) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        List<Long> pids =
                new ArrayList<>(clients.stream().map(ClientProcess::pid).toList());
        stack.instances().forEach(instance -> pids.add(instance.pid()));
        for (long pid : pids) {
            keepThreads(pid);
        }
        Files.writeString(directory.resolve("status"), stack.tryRun("status").output());
        Path logs = Files.createDirectories(directory.resolve("logs"));
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(stack.dataDir().resolve("platform/logs"))) {
            for (Path file : files) {
                Files.copy(file, logs.resolve(String.valueOf(file.getFileName())));
            }
        }
    }

    private void keepThreads(long pid) throws IOException, InterruptedException {
        Process dump = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jstack")
                                .toString(),
                        Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("threads-" + pid).toFile())
                .start();
        if (!dump.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
            dump.destroyForcibly();
        }
    }
}
