package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** The control group of one process: a directory in each hierarchy. */
final class ProcessGroup implements ProcessLimits {
    /*
     * Joins the groups and becomes the program, with the same process id. The platform has checked before that a
     * process can join. If one cannot join all the same, its shell says so in its log, and the process runs: a file
     * system without limits is better than none.
     */
    private static final String JOIN = "n=$1; shift; while [ \"$n\" -gt 0 ]; do echo $$ > \"$1/cgroup.procs\"; shift;"
            + " n=$((n - 1)); done; exec \"$@\"";

    private final CgroupVersion version;
    private final List<Path> groups;
    private final Consumer<ProcessGroup> notRemoved;
    private boolean closed;
    private OptionalLong throttledMillis = OptionalLong.empty();
    private boolean outOfMemory;

    ProcessGroup(CgroupVersion version, List<Path> groups, Consumer<ProcessGroup> notRemoved) {
        this.version = version;
        this.groups = groups;
        this.notRemoved = notRemoved;
    }

    @Override
    public List<String> command(List<String> command) {
        List<String> joining = new ArrayList<>(List.of("/bin/sh", "-c", JOIN, "sh", Integer.toString(groups.size())));
        groups.forEach(group -> joining.add(group.toString()));
        joining.addAll(command);
        return joining;
    }

    @Override
    public synchronized void limitCpu(int cpuMillis) throws IOException {
        if (!closed && cpuMillis != ResourceLimits.UNLIMITED_CPU) {
            version.limitCpu(groups, cpuMillis);
        }
    }

    @Override
    public synchronized OptionalLong throttledMillis() {
        look();
        return throttledMillis;
    }

    @Override
    public synchronized boolean hasRunOutOfMemory() {
        look();
        return outOfMemory;
    }

    @Override
    public synchronized void close() {
        look();
        closed = true;
        if (!remove()) {
            notRemoved.accept(this);
        }
    }

    /** Removes the group if no process is in it any more. */
    boolean remove() {
        try {
            for (Path group : groups) {
                Files.deleteIfExists(group);
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void look() {
        if (!closed) {
            throttledMillis = version.throttledMillis(groups);
            outOfMemory = version.memoryKills(groups).orElse(0) > 0;
        }
    }
}
