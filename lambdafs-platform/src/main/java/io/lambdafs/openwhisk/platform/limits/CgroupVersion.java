package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** What the two versions of control groups do differently: where groups are, and what the files in them are called. */
interface CgroupVersion {
    /** The shortest quota that the kernel takes, in microseconds. */
    int LEAST_QUOTA_MICROS = 1_000;

    /** The length of the time of which a quota is a part, in microseconds, where the quota is not too short then. */
    int SHORT_PERIOD_MICROS = 20_000;

    /**
     * The length of the time of which the quota is a part, in microseconds. A process that has used up its quota waits for the rest of the
     * period, and its callers wait as long. So the period is shorter than the kernel's default of 100 ms.
     */
    static int periodMicros(int cpuMillis) {
        return Math.max(SHORT_PERIOD_MICROS, LEAST_QUOTA_MICROS * 1_000 / cpuMillis);
    }

    /** The CPU time of a period, in microseconds. */
    static long quotaMicros(int cpuMillis) {
        return (long) cpuMillis * periodMicros(cpuMillis) / 1_000;
    }

    /** The directories in which groups are made, one for each hierarchy. */
    List<Path> parents();

    /**
     * Lets the groups in this group have limits.
     *
     * @param group one of {@link #parents} or a group in it
     * @throws IOException if the system refuses
     */
    void enable(Path group) throws IOException;

    /**
     * Limits the memory of a group.
     *
     * @param groups its directory in each of the hierarchies, in the order of {@link #parents}
     * @throws IOException if the system refuses
     */
    void limitMemory(List<Path> groups, int memoryMb) throws IOException;

    /**
     * Limits the CPU of a group.
     *
     * @param groups its directory in each of the hierarchies, in the order of {@link #parents}
     * @param cpuMillis the share of a core, in thousandths
     * @throws IOException if the system refuses
     */
    void limitCpu(List<Path> groups, int cpuMillis) throws IOException;

    /**
     * Has a group weigh as much as so many processes when there is less CPU than all want.
     *
     * @param group one of the hierarchy of the CPU
     * @param processes at least 1
     * @throws IOException if the system refuses
     */
    void weigh(Path group, int processes) throws IOException;

    /** How long a group's processes were throttled, in milliseconds. */
    OptionalLong throttledMillis(List<Path> groups);

    /** How many of a group's processes were ended because of its limit of memory. */
    OptionalLong memoryKills(List<Path> groups);
}
