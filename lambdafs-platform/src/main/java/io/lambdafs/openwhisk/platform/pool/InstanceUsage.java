package io.lambdafs.openwhisk.platform.pool;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What an instance uses of the machine.
 *
 * @param cpuMillis the CPU time that it has used since its start, in milliseconds; empty if the system does not tell
 * @param coreMillis what it used of a core in the latest second or so, in thousandths; empty before a second has passed
 * @param throttledMillis how long it had to wait because of its limit of CPU, in milliseconds; empty without an enforced limit
 */
public record InstanceUsage(OptionalLong cpuMillis, OptionalInt coreMillis, OptionalLong throttledMillis) {
    /** Of an instance of which nothing is known. */
    public static final InstanceUsage UNKNOWN =
            new InstanceUsage(OptionalLong.empty(), OptionalInt.empty(), OptionalLong.empty());
}
