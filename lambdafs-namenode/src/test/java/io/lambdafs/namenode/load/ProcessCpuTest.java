package io.lambdafs.namenode.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPU time and quota, from files like those of Linux. */
final class ProcessCpuTest {
    @TempDir
    private Path directory = Path.of("");

    private void write(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private ProcessCpu of(int machine) {
        return ProcessCpu.of(directory.resolve("proc"), directory.resolve("cgroup"), machine);
    }

    @Test
    void usedTime_isUserAndSystem_evenIfTheNameHasBlanksAndParentheses() throws IOException {
        write("proc/stat", "42 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 250 17 0 0 20 0\n");
        assertThat(of(2).usedNanos()).isEqualTo(2_670_000_000L);
    }

    @Test
    void unknownTime_isNone() {
        assertThat(of(2).usedNanos()).isZero();
    }

    @Test
    void quotaOfUnifiedGroups_isTheSmallestOnTheWayUp() throws IOException {
        write("proc/cgroup", "0::/pool/instance\n");
        write("cgroup/pool/instance/cpu.max", "50000 100000\n");
        write("cgroup/pool/cpu.max", "15000 100000\n");
        assertThat(of(2).cores()).isEqualTo(0.15);
    }

    @Test
    void quotaOfSeparateGroups_isTheOneOfTheCpu() throws IOException {
        write("proc/cgroup", "5:memory:/a\n4:cpu,cpuacct:/b\n");
        write("cgroup/cpu/b/cpu.cfs_quota_us", "20000\n");
        write("cgroup/cpu/b/cpu.cfs_period_us", "100000\n");
        assertThat(of(2).cores()).isEqualTo(0.2);
    }

    @Test
    void withoutQuota_allCoresMayBeUsed() throws IOException {
        assertThat(of(2).cores()).isEqualTo(2);
        write("proc/cgroup", "0::/free\n");
        write("cgroup/free/cpu.max", "max 100000\n");
        assertThat(of(2).cores()).isEqualTo(2);
        write("proc/cgroup", "4:cpu:/b\n");
        write("cgroup/cpu/b/cpu.cfs_quota_us", "-1\n");
        write("cgroup/cpu/b/cpu.cfs_period_us", "100000\n");
        assertThat(of(2).cores()).isEqualTo(2);
    }

    @Test
    void quotaThatIsSetLater_isSeen() throws IOException {
        write("proc/cgroup", "0::/late\n");
        write("cgroup/late/cpu.max", "max 100000\n");
        ProcessCpu cpu = of(2);
        assertThat(cpu.cores()).isEqualTo(2);
        write("cgroup/late/cpu.max", "15000 100000\n");
        assertThat(IntStream.range(0, 5).mapToDouble(i -> cpu.cores()).min()).hasValue(0.15);
    }

    @Test
    void quotaAboveTheMachine_isTheMachine() throws IOException {
        write("proc/cgroup", "0::/big\n");
        write("cgroup/big/cpu.max", "800000 100000\n");
        assertThat(of(2).cores()).isEqualTo(2);
    }

    @Test
    void thisProcess_usesCpu() {
        ProcessCpu own = ProcessCpu.ofThisProcess();
        assertThat(own.cores()).isPositive();
        assertThat(own.usedNanos()).isPositive();
    }
}
