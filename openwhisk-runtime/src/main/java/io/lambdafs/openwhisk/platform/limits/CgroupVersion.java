package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** What the two versions of control groups do differently: where groups are, and what the files in them are called. */
interface CgroupVersion {
    /** The length of the time of which a quota is a part, in microseconds: the kernel's default. */
    int PERIOD_MICROS = 100_000;

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
     * Sets the limits of a group.
     *
     * @param groups its directory in each of the hierarchies, in the order of {@link #parents}
     * @param memoryMb the most memory
     * @param cpuMillis the share of a core, in thousandths; {@link ResourceLimits#UNLIMITED_CPU} sets no limit
     * @throws IOException if the system refuses
     */
    void limit(List<Path> groups, int memoryMb, int cpuMillis) throws IOException;

    /** How long a group's processes were throttled, in milliseconds. */
    OptionalLong throttledMillis(List<Path> groups);

    /** How many of a group's processes were ended because of its limit of memory. */
    OptionalLong memoryKills(List<Path> groups);
}
