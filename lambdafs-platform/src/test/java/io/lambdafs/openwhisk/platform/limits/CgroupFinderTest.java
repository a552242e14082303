package io.lambdafs.openwhisk.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where groups are looked for, and what is written there, on directories that look like the kernel's. */
final class CgroupFinderTest {
    @TempDir
    Path directory;

    @Test
    void withoutControlGroups_processesRunAsTheyAre() throws Exception {
        ResourceLimits limits = new CgroupFinder(directory).find(directory);
        assertThat(limits.unavailable().orElseThrow())
                .isEqualTo("Instances run without limits of CPU and memory: this system has no control groups.");
        assertThat(limits.prepare("one", 128).command(List.of("run"))).containsExactly("run");
    }

    @Test
    void withoutMounts_theReasonSaysWhatToDo() throws IOException {
        describe("0::/\n", "22 1 0:20 / / rw - ext4 /dev/root rw\n");
        assertThat(new CgroupFinder(directory).find(directory).unavailable().orElseThrow())
                .contains("no control groups for cpu and memory are mounted")
                .contains("run the platform as root");
    }

    /** A directory that no kernel looks at takes everything and limits nothing: the probe finds out. */
    @Test
    void groupsThatProcessesDoNotJoin_areNotUsed() throws IOException {
        Path root = directory.resolve("v2");
        unified(root);
        unified(root.resolve("app"));
        describe("0::/app\n", "41 31 0:38 / " + root + " rw - cgroup2 cgroup2 rw\n");
        ResourceLimits limits = new CgroupFinder(directory).find(directory);
        assertThat(limits.unavailable()).isPresent();
        assertThat(limits.unavailable().orElseThrow()).contains(root.toString());
    }

    @Test
    void membership_isRelativeToWhatIsMounted() throws IOException {
        describe("4:memory:/docker/abc/inner\n1:cpu,cpuacct:/docker/abc\n0::/slice/scope\n", """
                33 31 0:30 /docker/abc /groups/cpu rw - cgroup cgroup rw,cpu,cpuacct
                35 31 0:32 /docker/abc /groups/memory rw shared:7 - cgroup cgroup rw,memory
                41 31 0:38 / /groups/v2 rw - cgroup2 cgroup2 rw
                """);
        CgroupMembership membership = CgroupMembership.read(directory);
        assertThat(membership.hierarchy("cpu")).contains(Path.of("/groups/cpu"));
        assertThat(membership.hierarchy("memory")).contains(Path.of("/groups/memory/inner"));
        assertThat(membership.hierarchy("blkio")).isEmpty();
        assertThat(membership.unified())
                .containsExactly(Path.of("/groups/v2/slice/scope"), Path.of("/groups/v2/slice"), Path.of("/groups/v2"));
    }

    @Test
    void versionTwo_writesItsFiles() throws IOException {
        Path group = directory.resolve("group");
        files(group, "memory.max", "memory.swap.max", "cpu.max", "cpu.weight", "cgroup.subtree_control");
        Files.writeString(group.resolve("cpu.stat"), "usage_usec 5000\nthrottled_usec 123456\n");
        Files.writeString(group.resolve("memory.events"), "oom 2\noom_kill 1\n");
        CgroupV2 version = new CgroupV2(directory);
        version.enable(group);
        version.limitMemory(List.of(group), 256);
        assertThat(group.resolve("cpu.max")).isEmptyFile();
        version.limitCpu(List.of(group), 150);
        version.weigh(group, 3);
        assertThat(group.resolve("cpu.weight")).hasContent("300");
        version.weigh(group, 1_000);
        assertThat(group.resolve("cpu.weight")).hasContent("10000");
        assertThat(group.resolve("cgroup.subtree_control")).hasContent("+cpu +memory");
        assertThat(group.resolve("memory.max")).hasContent("268435456");
        assertThat(group.resolve("memory.swap.max")).hasContent("0");
        assertThat(group.resolve("cpu.max")).hasContent("3000 20000");
        version.limitCpu(List.of(group), 10);
        assertThat(group.resolve("cpu.max"))
                .as("the kernel knows no shorter quota")
                .hasContent("1000 100000");
        assertThat(version.throttledMillis(List.of(group))).isEqualTo(OptionalLong.of(123));
        assertThat(version.memoryKills(List.of(group))).isEqualTo(OptionalLong.of(1));
    }

    @Test
    void versionOne_weighsAsMuchAsSoManyProcesses() throws IOException {
        Path group = directory.resolve("group");
        files(group, "cpu.shares");
        CgroupV1 version = new CgroupV1(directory, directory);
        version.weigh(group, 3);
        assertThat(group.resolve("cpu.shares")).hasContent("3072");
        version.weigh(group, 1_000);
        assertThat(group.resolve("cpu.shares")).hasContent("262144");
    }

    private static void unified(Path group) throws IOException {
        files(group, "cgroup.subtree_control", "cgroup.procs");
        Files.writeString(group.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
    }

    private static void files(Path group, String... names) throws IOException {
        Files.createDirectories(group);
        for (String name : names) {
            Files.createFile(group.resolve(name));
        }
    }

    private void describe(String cgroup, String mounts) throws IOException {
        Files.writeString(directory.resolve("cgroup"), cgroup);
        Files.writeString(directory.resolve("mountinfo"), mounts);
    }
}
