package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Version 1: a hierarchy for each controller, or one for several that are mounted together. */
final class CgroupV1 implements CgroupVersion {
    private static final String WITH_SWAP = "memory.memsw.limit_in_bytes";

    /** What the kernel gives a process, or a group, that nobody has given another number; and the most that it takes. */
    private static final int SHARES = 1_024;

    private static final int MOST_SHARES = 262_144;

    private final Path cpu;
    private final Path memory;

    CgroupV1(Path cpu, Path memory) {
        this.cpu = cpu;
        this.memory = memory;
    }

    @Override
    public List<Path> parents() {
        return cpu.equals(memory) ? List.of(cpu) : List.of(cpu, memory);
    }

    @Override
    public void enable(Path group) {
        // The groups of a hierarchy have its controllers.
    }

    @Override
    public void limitMemory(List<Path> groups, int memoryMb) throws IOException {
        String bytes = Long.toString((long) memoryMb << 20);
        Path memoryGroup = memory(groups);
        ControlFile.write(memoryGroup.resolve("memory.limit_in_bytes"), bytes);
        if (Files.exists(memoryGroup.resolve(WITH_SWAP))) {
            ControlFile.write(memoryGroup.resolve(WITH_SWAP), bytes);
        }
    }

    @Override
    public void limitCpu(List<Path> groups, int cpuMillis) throws IOException {
        ControlFile.write(
                cpu(groups).resolve("cpu.cfs_period_us"), Integer.toString(CgroupVersion.periodMicros(cpuMillis)));
        ControlFile.write(cpu(groups).resolve("cpu.cfs_quota_us"), Long.toString(CgroupVersion.quotaMicros(cpuMillis)));
    }

    @Override
    public void weigh(Path group, int processes) throws IOException {
        long shares = Math.min(MOST_SHARES, (long) SHARES * processes);
        ControlFile.write(group.resolve("cpu.shares"), Long.toString(shares));
    }

    @Override
    public OptionalLong throttledMillis(List<Path> groups) {
        return ControlFile.field(cpu(groups).resolve("cpu.stat"), "throttled_time", 1_000_000);
    }

    @Override
    public OptionalLong memoryKills(List<Path> groups) {
        return ControlFile.field(memory(groups).resolve("memory.oom_control"), "oom_kill", 1);
    }

    private static Path cpu(List<Path> groups) {
        return groups.get(0);
    }

    private static Path memory(List<Path> groups) {
        return groups.get(groups.size() - 1);
    }
}
