package io.lambdafs.openwhisk.platform.limits;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** The limits of one process. Methods may be called from any thread, also after {@link #close}. */
public interface ProcessLimits extends AutoCloseable {
    /** No limits. */
    static ProcessLimits none() {
        return NoLimits.Unlimited.INSTANCE;
    }

    /** The command that runs the given one within the limits, from its first instruction on and with the same process id. */
    List<String> command(List<String> command);

    /**
     * Limits the CPU from now on. Nothing happens if the process has ended.
     *
     * @param cpuMillis the share of a core, in thousandths; {@link ResourceLimits#UNLIMITED_CPU} sets no limit
     * @throws IOException if the system refuses
     */
    void limitCpu(int cpuMillis) throws IOException;

    /** How long the process had to wait because of its limit of CPU, in milliseconds; empty if that is not known. */
    OptionalLong throttledMillis();

    /** Whether the system has ended the process, or one of its children, because of its limit of memory. */
    boolean hasRunOutOfMemory();

    /** Gives the limits back; the process has ended. What is known of it stays known. */
    @Override
    void close();
}
