package io.lambdafs.client.tcp;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Looking again and again for a short time before going to sleep. For one thread at a time.
 *
 * <p>A core that has nothing to do is halted, and waking it takes longer than a cached read. A spin that ends in time saves
 * that; one that does not has cost its time. So after each in vain twice as many waits go without one, and a spin that ends
 * in time halves that number.
 */
final class Spin {
    /**
     * How often a spin looks. Each look that finds nothing counts for KryoNet, which takes a hundred of them in a row for a
     * fault of the operating system and sleeps.
     */
    static final int MOST_LOOKS = 64;

    /** How many waits at most go without a spin before it is tried again. */
    static final int LONGEST_PAUSE = 64;

    private final long limitNanos;
    private final LongSupplier nanoTime;
    private int pause;
    private int left;

    /**
     * A spin.
     *
     * @param limitNanos how long each one lasts at most; 0 for none at all
     */
    Spin(long limitNanos, LongSupplier nanoTime) {
        this.limitNanos = limitNanos;
        this.nanoTime = nanoTime;
    }

    /** Looks until there is what was looked for, unless the last spins were in vain; returns whether it was found. */
    boolean until(BooleanSupplier look) {
        if (limitNanos == 0) {
            return false;
        }
        if (left > 0) {
            left--;
            return false;
        }
        boolean found = spin(look);
        pause = found ? pause / 2 : Math.min(LONGEST_PAUSE, 2 * pause + 1);
        left = pause;
        return found;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only time depends on the scheduler
    private boolean spin(BooleanSupplier look) {
        long start = nanoTime.getAsLong();
        for (int i = 1; i <= MOST_LOOKS; i++) {
            if (look.getAsBoolean()) {
                return true;
            }
            // Another thread that wants this core gets it, such as one of the process that shall answer.
            do {
                Thread.yield();
            } while (nanoTime.getAsLong() - start < i * limitNanos / MOST_LOOKS);
        }
        return false;
    }
}
