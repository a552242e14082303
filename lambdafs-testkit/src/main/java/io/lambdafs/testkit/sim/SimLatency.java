package io.lambdafs.testkit.sim;

import java.util.random.RandomGenerator;

/** How long things take: mostly between 20 µs and 10 ms, each power of two as likely as another; now and then seconds. */
final class SimLatency {
    private static final long LEAST = 20_000;
    private static final int POWERS = 9;
    private static final int SLOW_POWERS = 10;
    private static final long HOP = 5_000;

    private final RandomGenerator random;
    private final double slowChance;

    SimLatency(RandomGenerator random, double slowChance) {
        this.random = random;
        this.slowChance = slowChance;
    }

    long nanos() {
        long scale = LEAST << random.nextInt(POWERS);
        if (random.nextDouble() < slowChance) {
            scale <<= random.nextInt(SLOW_POWERS);
        }
        return scale + random.nextLong(scale);
    }

    long below(long bound) {
        return random.nextLong(bound);
    }

    /** From one thread to another of a process. */
    long hop() {
        return random.nextLong(HOP);
    }
}
