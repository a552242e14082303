package io.lambdafs.openwhisk.platform.process;

import io.lambdafs.openwhisk.platform.limits.ProcessLimits;
import io.lambdafs.openwhisk.platform.pool.InstanceUsage;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the process of an instance may use and what it does use. */
final class InstanceResources {
    private static final Logger log = LoggerFactory.getLogger(InstanceResources.class);

    private final ProcessLimits limits;
    private final ProcessCpuMeter meter;
    private final int memoryMb;

    InstanceResources(ProcessLimits limits, ProcessCpuMeter meter, int memoryMb) {
        this.limits = limits;
        this.meter = meter;
        this.memoryMb = memoryMb;
    }

    InstanceUsage usage() {
        OptionalLong cpuMillis = meter.cpuMillis();
        return new InstanceUsage(cpuMillis, meter.coreMillis(cpuMillis), limits.throttledMillis());
    }

    /** Limits the CPU from now on, if the system allows it. */
    void limitCpu(int cpuMillis) {
        try {
            limits.limitCpu(cpuMillis);
        } catch (IOException e) {
            log.atWarn()
                    .setMessage("an instance runs without its limit of CPU")
                    .addKeyValue("cpuMillis", cpuMillis)
                    .setCause(e)
                    .log();
        }
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
