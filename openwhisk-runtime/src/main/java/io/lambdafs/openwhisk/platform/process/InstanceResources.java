package io.lambdafs.openwhisk.platform.process;

import io.lambdafs.openwhisk.platform.limits.ProcessLimits;
import io.lambdafs.openwhisk.platform.pool.InstanceUsage;
import java.util.Optional;
import java.util.OptionalLong;

/** What the process of an instance may use and what it does use. */
final class InstanceResources {
    private final ProcessLimits limits;
    private final CpuMeter meter;
    private final int memoryMb;

    InstanceResources(ProcessLimits limits, CpuMeter meter, int memoryMb) {
        this.limits = limits;
        this.meter = meter;
        this.memoryMb = memoryMb;
    }

    InstanceUsage usage() {
        OptionalLong cpuMillis = meter.cpuMillis();
        return new InstanceUsage(cpuMillis, meter.coreMillis(cpuMillis), limits.throttledMillis());
    }

    /** Why the system ended the process, if it did because of a limit. */
    Optional<String> endedByLimit() {
        return limits.hasRunOutOfMemory()
                ? Optional.of("needed more memory than its limit of " + memoryMb + " MB")
                : Optional.empty();
    }

    /** The process has ended. */
    void release() {
        limits.close();
    }
}
