package io.lambdafs.monitoring;

import io.lambdafs.gateway.ClientProgram;
import io.lambdafs.gateway.GoProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prometheus's own library, which says of metrics what {@code promtool check metrics} says. */
final class PrometheusLint {
    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int PROBLEMS = 3;

    private final Path program;

    private PrometheusLint(Path program) {
        this.program = program;
    }

    /** Builds it. Where there is no Go, or the library cannot be fetched, the test is skipped. */
    static PrometheusLint build() throws IOException, InterruptedException {
        return new PrometheusLint(GoProgram.build("promlint"));
    }

    /** A line for each problem of a text; empty if there are none. */
    String problems(String metrics) throws IOException, InterruptedException {
        return run(metrics.getBytes(StandardCharsets.UTF_8));
    }

    /** A line for each problem of metrics in the protobuf format; empty if there are none. */
    String problems(byte[] metrics) throws IOException, InterruptedException {
        return run(metrics, "-protobuf");
    }

    /** A line for each native histogram in the protobuf format: its name, labels, schema and count. */
    List<String> nativeHistograms(byte[] metrics) throws IOException, InterruptedException {
        return run(metrics, "-histograms").lines().toList();
    }

    private String run(byte[] metrics, String... options) throws IOException, InterruptedException {
        Path file = Files.createTempFile("metrics", ".txt");
        try {
            Files.write(file, metrics);
            List<String> command = new ArrayList<>(List.of(program.toString()));
            command.addAll(List.of(options));
            command.add(file.toString());
            ClientProgram.Ended ended = new ClientProgram(ClientProgram.target("promlint"), Map.of(), BOUND)
                    .run(command.toArray(String[]::new));
            return ended.status() == PROBLEMS ? ended.output() : ended.require();
        } finally {
            Files.delete(file);
        }
    }
}
