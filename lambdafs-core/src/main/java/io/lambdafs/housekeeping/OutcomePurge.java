package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Forgets the outcomes of requests that no client resubmits any more. */
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
        int pages = 0;
        while (pages < PAGES_PER_ROUND && duty.write(tx -> tx.outcomes().purge(olderThan, PAGE)) == PAGE) {
            pages++;
        }
    }
}
