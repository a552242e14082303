package io.lambdafs.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts NameNode instances as a platform of containers does: with an environment, a port, and nothing else. They use the store and
 * the coordinator of a stack, whose platform has no part in it.
 */
final class HttpInstances {
    static final String SECRET = "the-secret-of-these-functions";

    private static final long BOUND_SECONDS = 60;

    private final Path directory;
    private final List<String> command;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Process> processes = new ArrayList<>();
    private final AtomicInteger started = new AtomicInteger();

    HttpInstances(Stack stack, Path directory) throws IOException {
        this.directory = directory;
        JsonNode image = new ObjectMapper()
                .readTree(stack.dataDir().resolve("conf/platform.json").toFile())
                .at("/images/lambdafs~1namenode");
        command = new ArrayList<>();
        image.path("command").forEach(word -> command.add(word.asText()));
        image.path("environment").properties().forEach(each -> {
            if (each.getKey().startsWith("LAMBDAFS_")) {
                environment.put(each.getKey(), each.getValue().asText());
            }
        });
        environment.remove("LAMBDAFS_LEAVE_AFTER_IDLE_MILLIS");
        environment.put("LAMBDAFS_REPORT_DIRECTORY", reports().toString());
        environment.put("LAMBDAFS_PROTOCOL", "http");
        environment.put("LAMBDAFS_HTTP_HOST", "127.0.0.1");
        environment.put(
                "LAMBDAFS_HTTP_SECRET_FILE",
                Files.writeString(directory.resolve("secret"), SECRET + "\n").toString());
    }

    /** Starts an instance of a function, which listens on this port. Returns at once. */
    Process start(String function, int port) throws IOException {
        return start(Map.of("LAMBDAFS_FUNCTION", function, "PORT", Integer.toString(port)));
    }

    /** Starts an instance with these settings besides; an empty one is taken away. */
    synchronized Process start(Map<String, String> more) throws IOException {
        Path log = directory.resolve("instance-" + started.incrementAndGet() + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putAll(more);
        builder.environment().values().removeIf(String::isEmpty);
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /** Where the instances write how they are. */
    Path reports() {
        return directory.resolve("reports");
    }

    /** What the latest instance has written. */
    String latestLog() throws IOException {
        return Files.readString(directory.resolve("instance-" + started.get() + ".log"));
    }

    /** Asks all instances to end, and waits until they have. */
    synchronized void end() throws InterruptedException {
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
