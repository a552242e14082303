package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.time.Instant;

/** Attempts at what a store refuses for a while. */
final class PatientCalls {
    private static final Duration BOUND = Duration.ofSeconds(60);

    private PatientCalls() {}

    /** Tries until the store no longer refuses, or for a minute. */
    static void until(Runnable attempt) {
        Instant end = Instant.now().plus(BOUND);
        while (true) {
            try {
                attempt.run();
                return;
            } catch (StoreException refused) {
                if (Instant.now().isAfter(end)) {
                    throw refused;
                }
            }
        }
    }
}
