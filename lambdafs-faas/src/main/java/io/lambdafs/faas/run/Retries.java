package io.lambdafs.faas.run;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often a function that has lost runs again, and after which pauses: each is a random part of a bound that doubles.
 *
 * @param most how often at most, besides the first time
 * @param first the bound of the first pause
 * @param longest the bound that no pause exceeds
 */
public record Retries(int most, Duration first, Duration longest) {
    private static final int MOST_DOUBLED = 30;

    public Retries {
        if (most < 0 || first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "no function runs " + most + " times again after " + first + " to " + longest);
        }
    }

    /** 20 times, after pauses of up to 5 ms at first and up to 500 ms at last. */
    public static Retries defaults() {
        return new Retries(20, Duration.ofMillis(5), Duration.ofMillis(500));
    }

    /** The same with another number of times. */
    public Retries withMost(int times) {
        return new Retries(times, first, longest);
    }

    /** The pause before a further time, which is counted from 1. */
    Duration pause(int time, RandomGenerator random) {
        long bound = Math.min(first.toNanos() << Math.min(time - 1, MOST_DOUBLED), longest.toNanos());
        return Duration.ofNanos(bound <= 0 ? longest.toNanos() : random.nextLong(bound + 1));
    }
}
