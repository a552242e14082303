package io.lambdafs.benchmark.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.benchmark.harness.MemoryFileSystem;
import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces that are made, recorded and replayed. */
final class TraceCommandsTest {
    private final BenchCommand bench = new BenchCommand();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private String path(String name) {
        return work.resolve(name).toString();
    }

    private static String digest(String name) throws IOException {
        try (FileSystem fs = MemoryFileSystem.named(name)) {
            return NamespaceCheck.digest(fs, "/bench");
        }
    }

    private JsonNode run(String out) throws IOException {
        return new ObjectMapper().readTree(work.resolve(out).resolve("run.json").toFile());
    }

    private void replay(String name, String trace, String out) {
        bench.onMemory("run", name, "--load", "replay:" + path(trace), "--keep", "--no-ceiling", "--out", path(out))
                .ends(0);
    }

    @Test
    void replayedTrace_makesTheSameNamespaceEverywhere() throws IOException {
        bench.run("gen", "--workload", "spotify", "--load", "poisson:2000", "--duration", "500ms", "--clients", "5")
                .with(
                        "--tree",
                        "initial=10,shared=0.3,shared-dirs=2,files=4",
                        "--owner",
                        "tester",
                        "--out",
                        path("trace"))
                .ends(0);
        replay("replayed-a", "trace", "a");
        replay("replayed-b", "trace", "b");
        assertThat(digest("replayed-a")).isEqualTo(digest("replayed-b"));
        assertThat(run("a").at("/namespace/digest").asText())
                .isEqualTo(digest("replayed-a"))
                .isEqualTo(run("b").at("/namespace/digest").asText());
        long due = Files.readAllLines(work.resolve("trace")).stream()
                .filter(line -> line.contains("\"t_us\"") && !line.contains("\"t_us\":-1"))
                .count();
        assertThat(due).isGreaterThan(700);
        assertThat(run("a").at("/phases/0/offered_ops").asLong()).isEqualTo(due);
        assertThat(run("a").at("/phases/0/ok_ops").asLong()).isEqualTo(due);
    }

    @Test
    void recordedRun_isReplayedWithTheSameOutcome() throws IOException {
        bench.onMemory("run", "recorded", "--workload", "mix:create=40,rename=40,delete=20", "--load", "const:300")
                .with("--duration", "500ms", "--drain", "60s", "--warmup", "100ms", "--clients", "3", "--keep")
                .with("--no-ceiling", "--record", path("trace"), "--out", path("first"))
                .ends(0);
        replay("recorded-again", "trace", "second");
        assertThat(digest("recorded-again")).isEqualTo(digest("recorded"));
        assertThat(run("first").at("/phases/0/ok_ops").asLong()).isEqualTo(150);
        assertThat(run("second").at("/phases/0/ok_ops").asLong()).isEqualTo(150);
    }

    @Test
    void sameSeed_givesTheSameTrace_andAnotherAnother() throws IOException {
        for (String[] each : new String[][] {{"one", "7"}, {"same", "7"}, {"other", "8"}}) {
            bench.run("gen", "--load", "const:500", "--duration", "1s", "--seed", each[1], "--out", path(each[0]))
                    .ends(0);
        }
        assertThat(Files.readString(work.resolve("one")))
                .isEqualTo(Files.readString(work.resolve("same")))
                .isNotEqualTo(Files.readString(work.resolve("other")));
    }

    @Test
    void closedLoad_hasNoTrace() {
        bench.run("gen", "--workload", "spotify", "--out", path("trace")).ends(2);
        assertThat(bench.errors()).contains("open load").contains("--load const:R");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense|not JSON",
                "{}|not a trace of version 1",
                "{\"lambdafs-bench-trace\":1,\"base\":\"/b\",\"clients\":0,\"duration_us\":5}|1 to",
                "{\"lambdafs-bench-trace\":1,\"base\":\"/b\",\"clients\":1,\"duration_us\":5};{\"t_us\":0}|line 2",
                "{\"lambdafs-bench-trace\":1,\"base\":\"/b\",\"clients\":1,\"duration_us\":5};"
                        + "{\"t_us\":0,\"client\":1,\"op\":\"read\",\"path\":\"/b/x\"}|there is no client 1",
                "{\"lambdafs-bench-trace\":1,\"base\":\"/b\",\"clients\":1,\"duration_us\":5};"
                        + "{\"t_us\":0,\"client\":0,\"op\":\"mv\",\"path\":\"/b/x\"}|no operation 'mv'"
            })
    void whatIsNoTrace_isRefused(String lines, String says) throws IOException {
        Files.write(work.resolve("trace"), List.of(lines.split(";", -1)));
        bench.onMemory("run", "refused", "--load", "replay:" + path("trace"), "--out", path("out"))
                .ends(2);
        assertThat(bench.errors()).contains(says);
    }
}
