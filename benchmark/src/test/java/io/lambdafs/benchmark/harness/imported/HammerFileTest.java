package io.lambdafs.benchmark.harness.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HammerFileTest {
    private static final List<String> INTERLEAVED = List.of(
            "# a comment",
            "//values: hdfs://somewhere",
            "benchmark.type=INTERLEAVED",
            "interleaved.workload.name=Spotify",
            "interleaved.bm.duration=40000",
            "interleaved.create.files.percentage=2.7",
            "interleaved.file.append.percentage=0",
            "interleaved.read.files.percentage=68.73",
            "interleaved.rename.files.percentage=1.3",
            "interleaved.ls.dirs.percentage=8.52",
            "interleaved.ls.files.percentage=0.49",
            "interleaved.delete.files.percentage=0.75",
            "interleaved.chmod.files.percentage=0.02",
            "interleaved.chmod.dirs.percentage=0.01",
            "interleaved.mkdir.percentage=0.02",
            "interleaved.file.setReplication.percentage=0.14",
            "interleaved.file.getInfo.percentage=13.04",
            "interleaved.dir.getInfo.percentage=3.96   ",
            "interleaved.file.change.user.percentage=0.0",
            "interleaved.dir.change.user.percentage=0.32",
            "files.to.create.in.warmup.phase=25",
            "num.slave.threads=10",
            "list.of.slaves=one,two, three",
            "dir.per.dir=3",
            "files.per.dir=8",
            "file.size=[(0,0.30), (1024,99.70)]",
            "replication.factor=1",
            "base.dir=/test/",
            "fs.defaultFS=hdfs://there:8020",
            "dfs.nameservices=mycluster",
            "hadoop.user=nobody",
            "no.of.namenodes=4",
            "slave.listening.port=5555");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path work;

    private Path file(List<String> lines, String... more) throws IOException {
        Path file = work.resolve("master.properties");
        Files.write(file, lines);
        Files.writeString(file, Files.readString(file) + String.join("\n", more));
        return file;
    }

    @Test
    void interleaved_isReadWithAllOfItsKeys() throws IOException {
        ImportedRun run = HammerFile.read(file(INTERLEAVED), "", true);
        assertThat(run.plan().clients()).isEqualTo(30);
        assertThat(run.plan().base()).isEqualTo("/test");
        assertThat(run.plan().load().isClosed()).isTrue();
        assertThat(run.plan().target().uri()).isEqualTo("hdfs://there:8020");
        assertThat(run.plan().target().perClient()).isTrue();
        assertThat(run.plan().target().settings()).containsOnly(Map.entry("dfs.nameservices", "mycluster"));
        assertThat(run.plan().work().tree().toString()).startsWith("dirs=3,files=8,depth=auto,name-len=8,initial=25,");
        assertThat(run.plan().work().replication()).isEqualTo(1);
        assertThat(run.plan().work().phases()).singleElement().satisfies(phase -> {
            assertThat(phase.name()).isEqualTo("Spotify");
            assertThat(phase.nanos()).isEqualTo(TimeUnit.SECONDS.toNanos(40));
            assertThat(phase.groups().get(0).mix()).hasToString(Mix.SPOTIFY.toString());
        });
        assertThat(run.notes())
                .anyMatch(note -> note.contains("slave.listening.port"))
                .anyMatch(note -> note.contains("3 slaves"))
                .noneMatch(note -> note.contains("values"));
        assertThat(HammerFile.expectedNameNodes(work.resolve("master.properties")))
                .isEqualTo(4);
    }

    @Test
    void otherFileSystem_takesThePlaceOfTheFiles() throws IOException {
        assertThat(HammerFile.read(file(INTERLEAVED), "mem://x/", false)
                        .plan()
                        .target()
                        .uri())
                .isEqualTo("mem://x/");
    }

    @Test
    void raw_hasAPhaseForEachDuration_inHammerBenchsOrder() throws IOException {
        ImportedRun run = HammerFile.read(
                file(
                        List.of(),
                        "benchmark.type=RAW",
                        "num.slave.threads=4",
                        "raw.delete.files.phase.duration=1000",
                        "raw.rename.files.phase.duration=2000",
                        "raw.create.files.phase.duration=3000",
                        "raw.create.phase.max.files.to.create=400",
                        "raw.mkdir.phase.duration=500",
                        "raw.file.getInfo.phase.duration=0",
                        "enable.fixed.depth.tree=true",
                        "tree.depth=5"),
                "",
                true);
        assertThat(run.plan().work().phases())
                .extracting(Phase::name)
                .containsExactly("mkdir", "create", "rename", "delete");
        assertThat(run.plan().work().phases().get(1).operationsPerClient()).isEqualTo(100);
        assertThat(run.plan().work().tree().depth()).isEqualTo(5);
    }

    @Test
    void failover_restartsOneNameNodeAfterTheOther() throws IOException {
        ImportedRun run = HammerFile.read(
                file(
                        INTERLEAVED,
                        "test.failover=true",
                        "restart.a.namenode.after=30000",
                        "failover.test.start.time=20000",
                        "failover.namenodes=nn1,nn2",
                        "hadoop.sbin=/opt/sbin",
                        "failover.nn.restart.commands=ssh HADOOP_USER@NAMENODE stop,ssh HADOOP_USER@NAMENODE HADOOP_SBIN/start"),
                "",
                true);
        assertThat(run.faults()).hasSize(2);
        assertThat(run.faults().get(1).command()).isEqualTo("ssh nobody@nn2 stop;ssh nobody@nn2 /opt/sbin/start");
        assertThat(run.faults().get(1).atNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(50));
        assertThat(run.faults().get(1).everyNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(60));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "benchmark.type=BR|benchmark.type|RAW or INTERLEAVED",
                "interleaved.read.files.percentage=60|interleaved|must add up to 100",
                "interleaved.read.files.percentage=most|interleaved.read.files.percentage|number above 0",
                "interleaved.bm.duration=soon|interleaved.bm.duration|whole number",
                "interleaved.bm.duration=0|interleaved.bm.duration|milliseconds",
                "num.slave.threads=-1|num.slave.threads|whole number",
                "num.slave.threads=0|clients|choose from 1",
                "file.size=[(0,50)]|file sizes|add up to 100",
                "enable.fixed.depth.tree=maybe|enable.fixed.depth.tree|true or false",
                "test.failover=true|test.failover|failover.namenodes",
                "base.dir=relative|base directory|absolute path"
            })
    void wrongValue_isNamedWithItsKeyAndWhatToWrite(String line, String key, String says) throws IOException {
        Path file = file(INTERLEAVED, line);
        assertThatThrownBy(() -> HammerFile.read(file, "", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(says);
    }

    @Test
    void rawWithoutFiles_isRefused() throws IOException {
        Path file = file(List.of(), "benchmark.type=RAW", "raw.read.files.phase.duration=1000");
        assertThatThrownBy(() -> HammerFile.read(file, "", true))
                .hasMessageContaining("raw.create.files.phase.duration")
                .hasMessageContaining("milliseconds");
    }

    @Test
    void lines_areThoseOfHopsresults() {
        PhaseResult phase = new PhaseResult("x");
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(2_000, 500);
        phase.kind(OperationKind.CREATE).add(500, 2, 0);
        phase.kind(OperationKind.CREATE).addLatencies(latencies, latencies);
        phase.took(TimeUnit.SECONDS.toNanos(4));
        assertThat(HammerLine.raw(phase, OperationKind.CREATE, new HammerLine.NameNodes(2, 1)))
                .isEqualTo("CREATE_FILE 125.00 ops/sec.  Successful-Ops: 500.00 Failed-Ops:  2.00"
                        + " Avg-Test-Duration-sec  4.00 No of Expected NNs 2 No of Actual Alive NNs 1");
        assertThat(HammerLine.interleaved(phase, new HammerLine.NameNodes(2, 1)))
                .isEqualTo("Speed-/sec: 125.00 Successful-Ops: 500.00 Failed-Ops:  2.00 Avg-Ops-Latency:  2.00"
                        + " Avg-Test-Duration-sec  4.00 No of Expected NNs : 2 No of Actual Alive NNs : 1");
    }
}
