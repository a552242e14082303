package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Limits what processes may use of this machine. Methods may be called from any thread. */
public interface ResourceLimits extends AutoCloseable {
    /** Stands for no limit of CPU. */
    int UNLIMITED_CPU = 0;

    /**
     * The limits that this machine allows: control groups of version 2 or 1, or none. Processes and groups that an earlier owner of
     * the same directory left behind are ended and removed.
     *
     * @param owner the directory whose owner limits processes; nobody else uses it meanwhile
     */
    static ResourceLimits open(Path owner) {
        return new CgroupFinder(Path.of("/proc/self")).find(owner);
    }

    /**
     * Makes limits for one process, which has not been started yet. Its CPU is limited only {@link ProcessLimits#limitCpu later}.
     *
     * @param name a name that no other process of this object has: letters, digits, {@code -}, {@code _} and {@code .}
     * @param memoryMb the most memory that it may have; the system ends a process that needs more
     * @throws IOException if the system refuses
     */
    ProcessLimits prepare(String name, int memoryMb) throws IOException;

    /** Why processes run without limits, and what to do about it, in one sentence or two; empty if limits are enforced. */
    Optional<String> unavailable();

    /** Gives back what the system keeps for the limits. The processes have ended. */
    @Override
    void close();
}
