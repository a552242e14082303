package io.lambdafs.benchmark.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.benchmark.harness.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of other programs, run to their end. */
final class ImportedCommandsTest {
    private final BenchCommand bench = new BenchCommand();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private String out() {
        return work.resolve("out").toString();
    }

    @Test
    void hammer_printsHopsresults() throws IOException {
        Path file = work.resolve("master.properties");
        Files.write(
                file,
                List.of(
                        "benchmark.type=RAW",
                        "num.slave.threads=2",
                        "files.to.create.in.warmup.phase=5",
                        "raw.create.files.phase.duration=200",
                        "raw.file.getInfo.phase.duration=200",
                        "raw.delete.files.phase.duration=200",
                        "fs.mem.impl=" + MemoryFileSystem.class.getName(),
                        "fs.defaultFS=mem://hammer/",
                        "no.of.namenodes=2"));
        bench.run("hammer", file.toString(), "--no-ceiling", "--out", out()).ends(0);
        List<String> lines = Files.readAllLines(work.resolve("out/hopsresults.txt"));
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .matches("CREATE_FILE +[0-9.]+ ops/sec\\.  Successful-Ops: +[0-9.]+ Failed-Ops: +0\\.00"
                        + " Avg-Test-Duration-sec +[0-9.]+ No of Expected NNs 2 No of Actual Alive NNs 1");
        assertThat(lines.get(1)).startsWith("INFO_FILE ");
        assertThat(lines.get(2)).startsWith("DEL_FILE ");
        assertThat(bench.output()).contains(lines);
    }

    @Test
    void hammersMistake_endsWithTheKeyAndWhatToWrite() throws IOException {
        Path file = work.resolve("master.properties");
        Files.writeString(file, "benchmark.type=BR\n");
        bench.run("hammer", file.toString(), "--out", out()).ends(2);
        assertThat(bench.errors()).contains("benchmark.type in", "RAW or INTERLEAVED");
    }

    @Test
    void driversFile_runs() throws IOException {
        Path file = work.resolve("workload.yaml");
        Files.write(
                file,
                List.of(
                        "num.worker.threads=2",
                        "files.to.create.in.warmup.phase=5",
                        "interleaved.bm.duration=1000",
                        "interleaved.bm.iat.unit=15",
                        "interleaved.bm.iat.distribution=PARETO",
                        "interleaved.bm.iat.pareto.alpha=2",
                        "interleaved.bm.iat.pareto.location=100",
                        "interleaved.read.files.percentage=90",
                        "interleaved.create.files.percentage=10"));
        bench.onMemory("lbu", "driver", file.toString(), "--vms", "2", "--no-ceiling", "--out", out())
                .ends(0);
        // The first value of the series of seed 0 at this scale.
        assertThat(Files.readAllLines(work.resolve("out/timeline.csv")).get(1)).startsWith("driver,0,116,");
    }

    @Test
    void workloadFile_decidesWhatNoOptionDecides() throws IOException {
        Path file = work.resolve("mine.yaml");
        Files.write(
                file,
                List.of(
                        "name: mine",
                        "mix: {read: 50, create: 25.5, statDir: 24.5}",
                        "tree: {dirsPerDir: 3, filesPerDir: 4, initialFilesPerClient: 7, sharedFraction: 0.5, popularity: 'zipf:0.9'}",
                        "load: {kind: pareto, scale: 300, alpha: 2, interval: 15s, cap: 7, rollover: carry, seed: 0}",
                        "duration: 1s",
                        "clients: 3",
                        "groups: [{name: readers, share: 0.75}, {name: writers, share: 0.25, mix: {create: 100}}]",
                        "faults: [{at: 200ms, action: 'true'}]"));
        bench.onMemory("run", "yaml", "--workload", file.toString(), "--warmup", "0s", "--no-ceiling", "--out", out())
                .ends(0);
        String run = Files.readString(work.resolve("out/run.json"));
        assertThat(run)
                .contains("\"workload\" : \"mine\"", "\"clients\" : \"3\"", "\"load\" : \"pareto:scale=300,alpha=2,")
                .contains("read=50", "create=100", "zipf=0.9", "initial=7", "\"offered_ops\" : 350");
        assertThat(Files.readAllLines(work.resolve("out/events.csv"))).hasSize(2);
        bench.onMemory("run", "yaml2", "--workload", file.toString(), "--warmup", "0s", "--no-ceiling", "--out", out())
                .with("--load", "const:50", "--tree", "initial=9")
                .ends(0);
        assertThat(Files.readString(work.resolve("out/run.json")))
                .contains("\"offered_ops\" : 50", "initial=9", "zipf=0.9");
    }

    @Test
    void workloadFilesMistakes_areNamed() throws IOException {
        Path file = work.resolve("wrong.yaml");
        for (String[] wrong : new String[][] {
            {"mix: {read: 100}\nspeed: 5", "no key 'speed'"},
            {"name: x", "'mix' is missing"},
            {"mix: {fly: 100}", "no operation 'fly'"},
            {"mix: {read: lots}", "percentage of read"},
            {"mix: {read: 100}\ntree: {depht: 3}", "no key 'depht' in tree"},
            {"mix: {read: 100}\nfaults: [{at: 3s}]", "has no 'action'"},
            {"mix: {read: 100}\nload: {rate: 5}", "'kind' of load is missing"},
            {"mix: [read", "is not YAML"},
            {"mix: {read: 100}\nmix: {read: 100}", "is not YAML"}
        }) {
            Files.writeString(file, wrong[0]);
            bench.onMemory("run", "wrong", "--workload", file.toString(), "--out", out())
                    .ends(2);
            assertThat(bench.errors()).contains(wrong[1], "wrong.yaml");
        }
    }

    @Test
    void agentsWithoutAToken_andTooManyProcesses_areRefused() {
        bench.onMemory("run", "no-agents", "--agents", "127.0.0.1:1", "--out", out())
                .ends(2);
        assertThat(bench.errors()).contains("--agents needs --token-file");
        bench.onMemory("run", "no-agents", "--agents", "nowhere", "--token-file", "/dev/null", "--out", out())
                .ends(2);
        bench.onMemory("run", "no-agents", "--procs", "9", "--clients", "8", "--out", out())
                .ends(2);
        assertThat(bench.errors()).contains("write more --clients");
    }
}
