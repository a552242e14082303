package io.lambdafs.monitoring;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.gateway.ClientProgram;
import io.lambdafs.tidy.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Prometheus's own library, which says of metrics what {@code promtool check metrics} says. */
final class PrometheusLint {
    /** The first build fetches and compiles the library. */
    private static final Duration BUILD_BOUND = Duration.ofMinutes(8);

    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int PROBLEMS = 3;

    private final Path program;

    private PrometheusLint(Path program) {
        this.program = program;
    }

    /** Builds it. Where there is no Go, or the library cannot be fetched, the test is skipped. */
    static PrometheusLint build() throws IOException, InterruptedException {
        ClientProgram.Ended go = ClientProgram.findTool("go", BUILD_BOUND);
        assumeThat(go.noTool()).as(go.errors().strip()).isFalse();
        Path program = ClientProgram.target("promlint").resolve("promlint");
        ClientProgram.Ended built = new ClientProgram(
                        SourceTree.root().toAbsolutePath().resolve("system-test/src/test/promlint"),
                        Map.of("GOFLAGS", "-mod=readonly -buildvcs=false"),
                        BUILD_BOUND)
                .run(go.require().strip(), "build", "-o", program.toString(), ".");
        assumeThat(built.status() != 0 && built.errors().contains("dial tcp"))
                .as("Prometheus's library is left out, because it cannot be fetched: " + built.errors())
                .isFalse();
        built.require();
        return new PrometheusLint(program);
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
