package io.lambdafs.benchmark.harness.result;

import java.util.Locale;

/**
 * What else used the machine in the course of a run.
 *
 * @param foreignPercent CPU time of processes that are neither clients nor servers, of all cores' time
 * @param stealPercent CPU time that the hypervisor gave to others, likewise
 * @param probePercent by how much a fixed piece of work took longer or shorter after the run than before
 */
public record Noise(double foreignPercent, double stealPercent, double probePercent) {
    /** The most that counts as quiet: CPU of others, in percent. */
    public static final double MOST_FOREIGN_PERCENT = 5;

    /** The most that counts as quiet: the change of the probe, in percent. */
    public static final double MOST_PROBE_PERCENT = 10;

    /** Whether figures of a run with it mean little. */
    public boolean isLoud() {
        return foreignPercent + stealPercent > MOST_FOREIGN_PERCENT || Math.abs(probePercent) > MOST_PROBE_PERCENT;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "others used %.1f %% of the CPU, the hypervisor took %.1f %%, and a fixed piece of work changed by %.1f %%",
                foreignPercent,
                stealPercent,
                probePercent);
    }
}
