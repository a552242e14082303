package io.lambdafs.openwhisk.platform.process;

import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** How much CPU a process uses: its time since its start, and its share of a core in the latest second or so. */
final class ProcessCpuMeter {
    private static final long WINDOW_MILLIS = 1_000;

    private final ProcessHandle process;
    private final InstantSource clock;
    private long windowStart;
    private long cpuAtStart;
    private OptionalInt coreMillis = OptionalInt.empty();

    ProcessCpuMeter(ProcessHandle process, InstantSource clock) {
        this.process = process;
        this.clock = clock;
        windowStart = clock.millis();
    }

    /** The CPU time since the start of the process, in milliseconds; empty if the system does not tell. */
    OptionalLong cpuMillis() {
        return process.info()
                .totalCpuDuration()
                .map(duration -> OptionalLong.of(duration.toMillis()))
                .orElseGet(OptionalLong::empty);
    }

    /**
     * The share of a core in the latest window, in thousandths; empty before one has passed.
     *
     * @param cpuMillis the CPU time since the start of the process
     */
    synchronized OptionalInt coreMillis(OptionalLong cpuMillis) {
        long elapsed = clock.millis() - windowStart;
        if (cpuMillis.isPresent() && elapsed >= WINDOW_MILLIS) {
            coreMillis = OptionalInt.of((int) ((cpuMillis.getAsLong() - cpuAtStart) * 1_000 / elapsed));
            windowStart += elapsed;
            cpuAtStart = cpuMillis.getAsLong();
        }
        return coreMillis;
    }
}
