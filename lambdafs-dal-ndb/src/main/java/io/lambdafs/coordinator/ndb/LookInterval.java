package io.lambdafs.coordinator.ndb;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How long to wait between looks: hardly while something is under way, the longer the longer nothing has been. */
final class LookInterval {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(20);
    private static final int PART_OF_IDLE_TIME = 4;

    private final LongSupplier ticker;
    private long lastBusy;

    LookInterval(LongSupplier ticker) {
        this.ticker = ticker;
        busy();
    }

    /** Something is under way. */
    void busy() {
        lastBusy = ticker.getAsLong();
    }

    /** How long to wait now, unless somebody calls earlier. */
    Duration pause() {
        Duration wanted = Duration.ofNanos((ticker.getAsLong() - lastBusy) / PART_OF_IDLE_TIME);
        return wanted.compareTo(SHORTEST) < 0 ? SHORTEST : wanted.compareTo(LONGEST) > 0 ? LONGEST : wanted;
    }
}
