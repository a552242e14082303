package io.lambdafs.monitoring;

import io.lambdafs.gateway.ClientProgram;
import io.lambdafs.gateway.GoProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    /** A line for each problem; empty if there are none. */
    String problems(String metrics) throws IOException, InterruptedException {
        Path file = Files.createTempFile("metrics", ".txt");
        try {
            Files.writeString(file, metrics);
            ClientProgram.Ended ended = new ClientProgram(ClientProgram.target("promlint"), Map.of(), BOUND)
                    .run(program.toString(), file.toString());
            return ended.status() == PROBLEMS ? ended.output() : ended.require();
        } finally {
            Files.delete(file);
        }
    }
}
