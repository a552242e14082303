package io.lambdafs.benchmark.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.benchmark.harness.MemoryFileSystem;
import io.lambdafs.benchmark.harness.result.Noise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunCommandTest {
    private final BenchCommand bench = new BenchCommand();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(work.resolve("out").resolve(file));
    }

    @Test
    void run_leavesItsFiles_andTheNamespaceAsItWas() throws IOException {
        bench.onMemory("run", "leaves", "--workload", "spotify", "--clients", "3", "--duration", "400ms")
                .with("--warmup", "50ms", "--no-ceiling", "--tree", "initial=5,shared=0.3,shared-dirs=2")
                .with("--out", work.resolve("out").toString())
                .ends(0);
        assertThat(bench.output()).contains("as it has to be").contains("results are in");
        JsonNode run = new ObjectMapper().readTree(work.resolve("out/run.json").toFile());
        assertThat(run.path("schema").asInt()).isEqualTo(1);
        assertThat(run.path("namespace").path("right").asBoolean()).isTrue();
        assertThat(run.path("phases").path(0).path("ok_ops").asLong()).isPositive();
        assertThat(lines("ops.csv").get(0)).contains("service_p99_us", "response_p99.9_us", "throughput_ops_per_s");
        assertThat(lines("ops.csv")).anyMatch(line -> line.startsWith("spotify,read,"));
        assertThat(lines("timeline.csv").get(0))
                .startsWith("phase,t_s,offered_ops,started_ops,completed_ops,failed_ops");
        assertThat(lines("errors.csv")).hasSize(1);
        assertThat(lines("hopsresults.txt")).singleElement().asString().startsWith("Speed-/sec:");
        assertThat(run.at("/machine/host").asText()).isNotEmpty();
        assertThat(lines("hist/0-read-response.hgrm").get(0)).contains("Value");
        assertThat(logged("hist/0-response.hlog"))
                .isEqualTo(run.path("phases").path(0).path("ok_ops").asLong());
        try (FileSystem fs = MemoryFileSystem.named("leaves")) {
            assertThat(fs.exists(new org.apache.hadoop.fs.Path("/bench"))).isFalse();
        }
    }

    @Test
    void noiseGate_endsWithFourIfTheMachineWasLoud() throws IOException {
        bench.onMemory("run", "gate", "--workload", "spotify", "--clients", "2", "--duration", "200ms")
                .with("--warmup", "0s", "--no-ceiling", "--noise-gate")
                .with("--out", work.resolve("out").toString())
                .endsWithOneOf(0, 4);
        JsonNode run = new ObjectMapper().readTree(work.resolve("out/run.json").toFile());
        Noise noise = new Noise(
                run.at("/noise/foreign_percent").asDouble(-1),
                run.at("/noise/steal_percent").asDouble(-1),
                run.at("/noise/probe_percent").asDouble(-1));
        assertThat(run.path("status").asInt()).isEqualTo(noise.isLoud() ? 4 : 0);
        assertThat(noise.foreignPercent()).isNotNegative();
    }

    /** How many values a log of HdrHistogram's has. */
    private long logged(String file) throws IOException {
        long values = 0;
        try (HistogramLogReader reader =
                new HistogramLogReader(work.resolve("out").resolve(file).toFile())) {
            while (reader.hasNext()) {
                values += ((Histogram) reader.nextIntervalHistogram()).getTotalCount();
            }
        }
        return values;
    }

    @Test
    void openLoop_offersWhatWasAsked_inEachPhase() throws IOException {
        bench.onMemory("run", "open", "--workload", "raw:create,delete", "--clients", "2", "--duration", "500ms")
                .with(
                        "--load",
                        "const:200",
                        "--drain",
                        "30s",
                        "--warmup",
                        "0s",
                        "--no-ceiling",
                        "--tree",
                        "initial=100")
                .with("--out", work.resolve("out").toString())
                .ends(0);
        JsonNode phases = new ObjectMapper()
                .readTree(work.resolve("out/run.json").toFile())
                .path("phases");
        assertThat(phases.path(0).path("offered_ops").asInt()).isEqualTo(100);
        assertThat(phases.path(0).path("ok_ops").asInt()).isEqualTo(100);
        assertThat(phases.path(1).path("ok_ops").asInt()).isEqualTo(100);
        assertThat(phases.path(1).path("name").asText()).isEqualTo("delete");
    }

    @Test
    void operationsPerClient_areCounted() throws IOException {
        bench.onMemory("run", "counted", "--workload", "tree-test", "--ops-per-client", "40", "--clients", "3")
                .with(
                        "--warmup",
                        "0s",
                        "--no-ceiling",
                        "--out",
                        work.resolve("out").toString())
                .ends(0);
        assertThat(lines("ops.csv")).anyMatch(line -> line.startsWith("create,create,120,0,"));
        assertThat(lines("ops.csv")).anyMatch(line -> line.startsWith("statFile,statFile,120,0,"));
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void warmUp_endsWithItsOperations() {
        bench.onMemory("run", "warm", "--workload", "tree-test", "--ops-per-client", "5", "--clients", "2")
                .with("--warmup", "30m", "--warmup-ops", "3", "--no-ceiling")
                .with("--out", work.resolve("out").toString())
                .ends(0);
        assertThat(bench.output()).contains("warming up");
    }

    @Test
    void wholeDirectories_areRenamedAndDeleted() throws IOException {
        bench.onMemory("run", "subtree", "--workload", "subtree", "--ops-per-client", "5", "--clients", "2")
                .with(
                        "--subtrees",
                        "4",
                        "--warmup",
                        "0s",
                        "--no-ceiling",
                        "--out",
                        work.resolve("out").toString())
                .ends(0);
        assertThat(lines("hopsresults.txt"))
                .extracting(line -> line.split(" ", -1)[0])
                .containsExactly("RENAME_DIR", "DELETE_DIR");
        assertThat(lines("ops.csv")).anyMatch(line -> line.startsWith("renameTree,renameTree,10,0,"));
        assertThat(lines("ops.csv")).anyMatch(line -> line.startsWith("deleteTree,deleteTree,8,0,"));
    }

    @Test
    void keptNamespace_isVerifiedAgain_andEachHarmIsSeen() throws IOException {
        String out = work.resolve("out").toString();
        bench.onMemory("run", "kept", "--clients", "2", "--duration", "200ms", "--warmup", "0s", "--keep")
                .with("--no-ceiling", "--out", out)
                .ends(0);
        bench.onMemory("verify", "kept", "--result", out).ends(0);
        try (FileSystem fs = MemoryFileSystem.named("kept")) {
            fs.delete(new org.apache.hadoop.fs.Path("/bench/c000001/f0000003"), false);
            fs.delete(new org.apache.hadoop.fs.Path("/bench/c000001"), true);
        }
        bench.onMemory("verify", "kept", "--result", out).ends(1);
        assertThat(bench.output()).contains("WRONG", "missing: /bench/c000001");
    }

    @Test
    void directoryThatIsNotEmpty_isLeftAlone() throws IOException {
        try (FileSystem fs = MemoryFileSystem.named("full")) {
            fs.create(new org.apache.hadoop.fs.Path("/bench/precious")).close();
        }
        bench.onMemory(
                        "run",
                        "full",
                        "--duration",
                        "100ms",
                        "--out",
                        work.resolve("out").toString())
                .ends(2);
        assertThat(bench.errors()).contains("/bench is not empty", "--base", "--overwrite");
        try (FileSystem fs = MemoryFileSystem.named("full")) {
            assertThat(fs.exists(new org.apache.hadoop.fs.Path("/bench/precious")))
                    .isTrue();
        }
    }

    @Test
    void prepare_makesTheSameTreeEverywhere() throws IOException {
        bench.onMemory("prepare", "one", "--clients", "3", "--tree", "initial=20,shared=0.5")
                .ends(0);
        String first = bench.output();
        bench.onMemory("prepare", "other", "--clients", "3", "--tree", "initial=20,shared=0.5")
                .ends(0);
        assertThat(bench.output()).isEqualTo(first).contains("digest");
        bench.onMemory("prepare", "third", "--clients", "3", "--tree", "initial=21,shared=0.5")
                .ends(0);
        assertThat(bench.output()).isNotEqualTo(first);
    }

    @Test
    void prepare_makesSoManyFiles_fromTheSeed_andVerifyKnowsThem() throws IOException {
        String out = work.resolve("out").toString();
        List<String> options =
                List.of("--clients", "4", "--files", "30", "--tree", "files=4", "--file-size", "[(0,50),(1,50)]");
        bench.onMemory("prepare", "files", options.toArray(String[]::new))
                .with("--out", out)
                .ends(0);
        String first = bench.output();
        assertThat(filesOf("files")).isEqualTo(30);
        bench.onMemory("verify", "files", "--result", out).ends(0);
        bench.onMemory("prepare", "files-again", options.toArray(String[]::new)).ends(0);
        assertThat(bench.output()).isEqualTo(first).contains("digest");
        bench.onMemory("prepare", "files-of-another-seed", options.toArray(String[]::new))
                .with("--seed", "1")
                .ends(0);
        assertThat(bench.output()).isNotEqualTo(first);
        try (FileSystem fs = MemoryFileSystem.named("files")) {
            fs.delete(new org.apache.hadoop.fs.Path("/bench/c000003/f0000003"), false);
        }
        bench.onMemory("verify", "files", "--result", out).ends(1);
        assertThat(bench.output()).contains("WRONG: 1 paths are missing");
        bench.onMemory("prepare", "no-files", "--files", "0").ends(2);
        assertThat(bench.errors()).contains("--files is 0: write 1 or more");
    }

    private static long filesOf(String name) throws IOException {
        try (FileSystem fs = MemoryFileSystem.named(name)) {
            return files(fs, new org.apache.hadoop.fs.Path("/bench"));
        }
    }

    private static long files(FileSystem fs, org.apache.hadoop.fs.Path directory) throws IOException {
        long files = 0;
        for (var status : fs.listStatus(directory)) {
            files += status.isDirectory() ? files(fs, status.getPath()) : 1;
        }
        return files;
    }

    /** Of a schedule without chance the offered operations of each row are known. */
    @Test
    void timeline_hasTheIntervalThatWasAskedFor() throws IOException {
        bench.onMemory("run", "timeline", "--workload", "raw:statDir", "--load", "const:100")
                .with("--duration", "1s", "--timeline", "200ms", "--warmup", "0s", "--clients", "2", "--no-ceiling")
                .with("--drain", "30s", "--out", work.resolve("out").toString())
                .ends(0);
        List<String> rows = lines("timeline.csv").subList(1, 6);
        assertThat(rows)
                .extracting(row -> row.split(",", -1)[1])
                .containsExactly("0.000", "0.200", "0.400", "0.600", "0.800");
        assertThat(rows).extracting(row -> row.split(",", -1)[2]).containsOnly("20");
        assertThat(lines("timeline.dat").get(3)).startsWith("0.2 20 ");
        assertThat(logged("hist/0-response.hlog")).isEqualTo(100);
        String before = Files.readString(work.resolve("out/timeline.csv"));
        bench.run("report", work.resolve("out").toString()).ends(0);
        assertThat(Files.readString(work.resolve("out/timeline.csv"))).isEqualTo(before);
    }

    /** A file system that does not say what it sends once more has no number there, and not a 0. */
    @Test
    void retriesOfAnotherFileSystem_areEmpty() throws IOException {
        bench.onMemory("run", "retries", "--workload", "raw:statDir", "--ops-per-client", "5", "--clients", "1")
                .with("--warmup", "0s", "--no-ceiling")
                .with("--out", work.resolve("out").toString())
                .ends(0);
        List<String> columns = List.of(lines("ops.csv").get(0).split(",", -1));
        assertThat(columns.subList(2, 7))
                .containsExactly("ok_ops", "failed_ops", "false_returns", "retries", "throughput_ops_per_s");
        assertThat(lines("ops.csv").get(1)).startsWith("statDir,statDir,5,0,0,,");
    }

    @Test
    void whatTheClientsCanDoAtAll_isMeasuredAndPrinted() throws IOException {
        // How it compares with the result is the machine's matter; the exit code is tested elsewhere.
        bench.onMemory("run", "ceiling", "--workload", "raw:delete", "--clients", "1", "--duration", "1s")
                .with("--warmup", "0s", "--out", work.resolve("out").toString());
        bench.endsWithOneOf(0, 3);
        assertThat(bench.output()).contains("of a file system that does nothing");
        assertThat(new ObjectMapper()
                        .readTree(work.resolve("out/run.json").toFile())
                        .at("/phases/0/generator_ceiling_ops_per_s")
                        .asDouble())
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workload|swordfish|raw:OPERATION",
                "--warmup-ops|0|--warmup 0s",
                "--prices|/no/such/prices|/no/such/prices",
                "--workload|raw:open|write one of mkdir",
                "--workload|mix:read=50|must add up to 100",
                "--workload|mix:read=99.999,create=0.001|at most two decimals",
                "--load|sometimes|const:R",
                "--duration|soon|such as 500ms",
                "--duration|0|--duration is 0",
                "--tree|depth=7|fixed:N",
                "--tree|color=red|it has dirs, files",
                "--clients|0|choose from 1",
                "--base|/|absolute path below /",
                "--base|/a/../b|absolute path below /",
                "--rollover|maybe|none, carry",
                "--file-size|big|whole number",
                "--file-size|[(1,50)]|must add up to 100",
                "--slo|fast|p99=50ms",
                "--timeline|soon|such as 500ms",
                "--timeline|0s|--timeline is 0.0 s: choose an interval from 100ms to 1h",
                "--timeline|99ms|--timeline is 0.099 s",
                "--timeline|61m|--timeline is 3660.0 s",
                "--timeline|-1s|such as 500ms",
                "--tree|total=-1|whole number",
                "--fs|::|no URI"
            })
    void whatIsWrong_isNamedWithWhatToWrite(String option, String value, String says) {
        bench.onMemory("run", "wrong", "--no-ceiling", option, value).ends(2);
        assertThat(bench.errors()).contains(says);
    }
}
