package io.lambdafs.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.metrics.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says of what it sees. */
final class ChecksTest {
    @TempDir
    private Path directory;

    @Test
    void room_isJudged() {
        assertThat(found(f -> DiskCheck.judge(300, 100_000, "/d", f))).containsExactly(Severity.ERROR);
        assertThat(found(f -> DiskCheck.judge(1_500, 2_000, "/d", f))).containsExactly(Severity.WARNING);
        assertThat(found(f -> DiskCheck.judge(5_000, 1_000_000, "/d", f))).containsExactly(Severity.WARNING);
        assertThat(found(f -> DiskCheck.judge(5_000, 100_000, "/d", f))).containsExactly(Severity.OK);
        assertThat(found(f -> MemoryCheck.judge(100, new MemoryCheck.PoolMemory(0, 0), f)))
                .containsExactly(Severity.ERROR);
        assertThat(found(f -> MemoryCheck.judge(1_000, new MemoryCheck.PoolMemory(2_048, 512), f)))
                .containsExactly(Severity.WARNING);
        assertThat(found(f -> MemoryCheck.judge(2_000, new MemoryCheck.PoolMemory(2_048, 512), f)))
                .containsExactly(Severity.OK);
    }

    @Test
    void clocks_areJudged() {
        assertThat(found(f -> StoreCheck.judgeClock(-999, f))).containsExactly(Severity.OK);
        assertThat(found(f -> StoreCheck.judgeClock(-1_001, f))).containsExactly(Severity.WARNING);
        assertThat(found(f -> StoreCheck.judgeClock(60_001, f))).containsExactly(Severity.ERROR);
    }

    @Test
    void dataNodes_areJudged() throws IOException {
        DataNodeJudge judge = new DataNodeJudge(stack("{\"settings\":{\"datanodes\":\"2\"}}"));
        assertThat(found(f -> judge.judge(List.of(dataNode("a", 1), dataNode("b", 2)), f)))
                .containsExactly(Severity.OK);
        assertThat(found(f -> judge.judge(List.of(dataNode("a", 1), dataNode("b", 11)), f)))
                .containsExactly(Severity.OK, Severity.WARNING);
        assertThat(found(f -> judge.judge(List.of(dataNode("a", 1), dataNode("b", 31)), f)))
                .containsExactly(Severity.OK, Severity.ERROR, Severity.ERROR);
    }

    @Test
    void settings_thatDiffer_areNamedWithoutTheirValues() throws IOException {
        Files.createDirectories(directory.resolve("conf"));
        Files.writeString(
                directory.resolve("conf/platform.json"),
                "{\"pool\":{\"user-memory-mb\":2048},\"images\":{\"i\":{\"environment\":"
                        + "{\"LAMBDAFS_STORE_PASSWORD\":\"new\",\"LAMBDAFS_MODE\":\"lambdafs\",\"P\":\"{port}\"}}}}");
        Files.createDirectories(directory.resolve("proc/77"));
        Files.writeString(
                directory.resolve("proc/77/environ"),
                "LAMBDAFS_STORE_PASSWORD=old\0LAMBDAFS_MODE=lambdafs\0PATH=/bin\0LAMBDAFS_REPLICATION=1\0");
        Findings findings = new Findings();
        new DriftCheck(directory.resolve("proc"))
                .run(
                        stack(
                                "{\"pool\":{\"totalMemoryMb\":2048},\"instances\":[{\"pid\":77,\"action\":\"namenode0\"}]}"),
                        findings);
        assertThat(findings.all())
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .endsWith("than conf/platform.json: LAMBDAFS_REPLICATION, LAMBDAFS_STORE_PASSWORD")
                        .doesNotContain("old", "new"));
    }

    @Test
    void addresses_areFoundInWhatPeopleRead() {
        assertThat(PortCheck.address("UUID at 127.0.0.1:4711, metrics at http://127.0.0.1:4712/prom"))
                .contains(new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711));
        assertThat(PortCheck.address("http://127.0.0.1:3233"))
                .contains(new InetSocketAddress(InetAddress.getLoopbackAddress(), 3233));
        assertThat(PortCheck.address("unix:/tmp/run/store.sock"))
                .contains(UnixDomainSocketAddress.of("/tmp/run/store.sock"));
        assertThat(PortCheck.address("somewhere")).isEmpty();
    }

    @Test
    void metrics_areJudged() {
        Samples samples = Samples.parse("""
                lambdafs_audit_lines_total{result="lost"} 3
                lambdafs_heap_used_bytes{instance_id="1"} 99
                lambdafs_heap_max_bytes{instance_id="1"} 100
                """);
        assertThat(found(f -> PlatformCheck.judge(samples, f)))
                .containsExactly(Severity.OK, Severity.WARNING, Severity.WARNING);
    }

    @Test
    void finding_saysWhatToDo() {
        assertThatThrownBy(() -> new Finding("c", Severity.ERROR, "something is wrong", ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Severity> found(Consumer<Findings> check) {
        Findings findings = new Findings();
        check.accept(findings);
        return findings.all().stream().map(Finding::severity).toList();
    }

    private ExaminedStack stack(String status) throws IOException {
        return new ExaminedStack(
                directory,
                new ObjectMapper().readTree(status),
                () -> "",
                () -> {
                    throw new IllegalStateException("no store");
                },
                () -> true);
    }

    private static DataNodeDescriptor dataNode(String id, int silentSeconds) {
        return new DataNodeDescriptor(
                new DataNodeRegistration(
                        new DataNodeId(id), "h", "127.0.0.1", new DataNodeRegistration.Ports(1, 2, 3), "3.4.3"),
                List.of(),
                Duration.ofSeconds(silentSeconds),
                0);
    }
}
