package io.lambdafs.wire;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of the store's clock: a lower bound of its time, continued by the process's own monotonic clock.
 * Thread-safe.
 *
 * <p>A time that arrives was read from the store's clock before, so the store's clock shows at least that time plus what
 * has passed since the arrival. The wall clocks of the machines take no part. Of several arrivals the one that travelled
 * fastest gives the best bound; it counts for a minute, so that monotonic clocks do not drift apart.
 */
public final class StoreTime {
    private static final long BEST_COUNTS_NANOS = TimeUnit.MINUTES.toNanos(1);

    private volatile @Nullable Known known;

    /** A time of the store that had arrived at this moment of the monotonic clock. */
    private static final class Known {
        private final long storeMillis;
        private final long nanos;

        Known(long storeMillis, long nanos) {
            this.storeMillis = storeMillis;
            this.nanos = nanos;
        }

        long millisAt(long now) {
            return storeMillis + TimeUnit.NANOSECONDS.toMillis(now - nanos);
        }
    }

    /**
     * Takes note of a time of the store's clock.
     *
     * @param storeMillis milliseconds since the epoch; ignored unless positive
     * @param nanoTime the monotonic clock, read after that had arrived
     */
    public void learn(long storeMillis, long nanoTime) {
        Known before = known;
        if (storeMillis <= 0) {
            return;
        }
        boolean better = before == null
                || storeMillis > before.millisAt(nanoTime)
                || nanoTime - before.nanos > BEST_COUNTS_NANOS;
        if (better) {
            known = new Known(storeMillis, nanoTime);
        }
    }

    /** As {@link #learn}, whatever was known before: the store says that it was wrong. */
    public void replace(long storeMillis, long nanoTime) {
        if (storeMillis > 0) {
            known = new Known(storeMillis, nanoTime);
        }
    }

    /** A lower bound of the store's time at this moment of the monotonic clock, in milliseconds; 0 if nothing is known. */
    public long millis(long nanoTime) {
        Known present = known;
        return present == null ? 0 : Math.max(1, present.millisAt(nanoTime));
    }
}
