package io.lambdafs.client.scaling;

/**
 * The share of calls that go by HTTP although a connection exists, as a function of the load that instances tell. Up to the
 * threshold it is the base, and from there it rises linearly to the maximum at {@link #FULL_LOAD}. Immutable.
 */
public final class ReplacementProbability {
    /** The highest load that an instance tells. */
    public static final int FULL_LOAD = 255;

    private final double base;
    private final double max;
    private final int threshold;

    /**
     * A function of the load.
     *
     * @param base the share without load, 0..1
     * @param max the share at full load, 0..1; one below the base counts as the base
     * @param threshold the load from which the share rises, 1..255; 0 for never
     */
    public ReplacementProbability(double base, double max, int threshold) {
        this.base = base;
        this.max = Math.max(base, max);
        this.threshold = threshold;
    }

    /** Whether this load calls for more instances. */
    public boolean isHigh(int load) {
        return threshold > 0 && max > base && load >= threshold;
    }

    /** The share at this load, 0..1; a load outside 0..255 counts as the nearest one inside. */
    public double of(int load) {
        if (!isHigh(load)) {
            return base;
        }
        int above = Math.min(load, FULL_LOAD) - threshold;
        int range = FULL_LOAD - threshold;
        return range == 0 ? max : base + (max - base) * above / range;
    }
}
