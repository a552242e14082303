package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Version 2: one hierarchy, in which a group says which controllers the groups in it have. */
final class CgroupV2 implements CgroupVersion {
    static final List<String> CONTROLLERS = List.of("cpu", "memory");

    private static final String ENABLED = "cgroup.subtree_control";
    private static final String SWAP = "memory.swap.max";

    /** What the kernel gives a group that nobody has given another number; and the most that it takes. */
    private static final int WEIGHT = 100;

    private static final int MOST_WEIGHT = 10_000;

    private final Path parent;

    CgroupV2(Path parent) {
        this.parent = parent;
    }

    @Override
    public List<Path> parents() {
        return List.of(parent);
    }

    @Override
    public void enable(Path group) throws IOException {
        if (!List.of(Files.readString(group.resolve(ENABLED)).strip().split(" "))
                .containsAll(CONTROLLERS)) {
            ControlFile.write(group.resolve(ENABLED), "+cpu +memory");
        }
    }

    @Override
    public void limitMemory(List<Path> groups, int memoryMb) throws IOException {
        Path group = groups.get(0);
        ControlFile.write(group.resolve("memory.max"), Long.toString((long) memoryMb << 20));
        if (Files.exists(group.resolve(SWAP))) {
            ControlFile.write(group.resolve(SWAP), "0");
        }
    }

    @Override
    public void limitCpu(List<Path> groups, int cpuMillis) throws IOException {
        ControlFile.write(
                groups.get(0).resolve("cpu.max"),
                CgroupVersion.quotaMicros(cpuMillis) + " " + CgroupVersion.periodMicros(cpuMillis));
    }

    @Override
    public void weigh(Path group, int processes) throws IOException {
        long weight = Math.min(MOST_WEIGHT, (long) WEIGHT * processes);
        ControlFile.write(group.resolve("cpu.weight"), Long.toString(weight));
    }

    @Override
    public OptionalLong throttledMillis(List<Path> groups) {
        return ControlFile.field(groups.get(0).resolve("cpu.stat"), "throttled_usec", 1_000);
    }

    @Override
    public OptionalLong memoryKills(List<Path> groups) {
        return ControlFile.field(groups.get(0).resolve("memory.events"), "oom_kill", 1);
    }
}
