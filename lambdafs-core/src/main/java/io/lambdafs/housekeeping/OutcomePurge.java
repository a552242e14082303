package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Forgets the outcomes of requests of which no submission can begin any more.
 *
 * <p>Why a late submission never finds its request's outcome purged: let a submission begin at time T of the store's
 * clock, and let its birth be B. Its transaction checks T ≤ B + patience after it has looked for an outcome. An earlier
 * submission began after the birth, so its outcome was recorded after B, less the error that a birth may have. So the
 * outcome is younger than the patience plus this error, and this task spares everything so young. All four times are of
 * one clock.
 */
final class OutcomePurge implements HousekeepingTask {
    private static final int PAGE = 1_000;
    private static final int PAGES_PER_ROUND = 10;

    private static final int EVERY_SO_MANY_ROUNDS = 10;

    private final Duration olderThan;
    private int rounds;

    OutcomePurge(Duration olderThan) {
        this.olderThan = requireNonNull(olderThan, "olderThan");
    }

    @Override
    public String name() {
        return "outcomes";
    }

    @Override
    public void run(Duty duty) {
        if (rounds++ % EVERY_SO_MANY_ROUNDS != 0) {
            return;
        }
        int purged = PAGE;
        for (int page = 0; page < PAGES_PER_ROUND && purged == PAGE; page++) {
            purged = duty.write(tx -> tx.outcomes().purge(olderThan, PAGE));
            duty.count(HousekeepingCount.OUTCOMES_FORGOTTEN, purged);
        }
    }
}
