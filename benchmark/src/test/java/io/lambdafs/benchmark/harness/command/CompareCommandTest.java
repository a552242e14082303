package io.lambdafs.benchmark.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two systems in memory, each run in a process of its own. */
final class CompareCommandTest {
    private final BenchCommand bench = new BenchCommand();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private Path plan(String second) throws IOException {
        return Files.write(
                work.resolve("plan.yaml"),
                List.of(
                        "trace: {workload: spotify, load: \"const:400\", duration: 500ms, clients: 3, tree: \"initial=5\"}",
                        "rounds: 1",
                        "noiseGate: false",
                        "options: [--no-ceiling]",
                        "systems:",
                        "  - {name: first, fs: \"mem://one/\", conf: {fs.mem.impl: " + MemoryFileSystem.class.getName()
                                + "},",
                        "     start: \"echo $WHAT > " + work
                                + "/started\", environment: {WHAT: first}, servers: \"echo "
                                + ProcessHandle.current().pid() + "\", stop: \"touch " + work + "/stopped\"}",
                        "  - " + second));
    }

    @Test
    void sameOperations_areReplayedOnAll_andCompared() throws IOException {
        Path plan = plan("{name: second, fs: \"mem://two/\", conf: {fs.mem.impl: " + MemoryFileSystem.class.getName()
                + "}, confDir: " + work + "}");
        bench.run("compare", plan.toString(), "--out", work.resolve("out").toString())
                .ends(0);

        assertThat(bench.output()).contains("second: operations a second").contains("times that of first");
        assertThat(Files.readAllLines(work.resolve("out/rounds.csv")))
                .hasSize(3)
                .first()
                .asString()
                .startsWith("round,position,system,store round trips per operation");
        assertThat(Files.readString(work.resolve("out/report.html"))).contains("<svg", "Beside first");
        assertThat(Files.readString(work.resolve("started"))).isEqualTo("first\n");
        assertThat(work.resolve("stopped")).exists();
        // The first one's servers were named, so their CPU time is in its timeline.
        try (var runs = Files.list(work.resolve("out/runs"))) {
            List<Path> first =
                    runs.filter(run -> run.toString().endsWith("-first")).toList();
            assertThat(Files.readAllLines(first.get(0).resolve("timeline.csv")).get(0))
                    .contains("server_cpu_ms", "server_rss_mb");
        }
    }

    @Test
    void systemThatDoesNotWork_isNamed_andTheOtherIsStopped() throws IOException {
        bench.run("compare", plan("{name: second, fs: \"nofs://x/\"}").toString())
                .with("--out", work.resolve("out").toString())
                .ends(1);
        assertThat(bench.errors())
                .contains("second: the run ended with status 1")
                .contains("nofs");
    }

    @Test
    void traceWithAWrongOption_isRefused() throws IOException {
        Files.writeString(work.resolve("wrong.yaml"), "{trace: {laod: \"const:1\"}, systems: [{name: a}, {name: b}]}");
        bench.run(
                        "compare",
                        work.resolve("wrong.yaml").toString(),
                        "--out",
                        work.resolve("out").toString())
                .ends(2);
        assertThat(bench.errors()).contains("the trace of the plan").contains("--laod");
    }
}
