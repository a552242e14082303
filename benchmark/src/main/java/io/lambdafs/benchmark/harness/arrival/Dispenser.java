package io.lambdafs.benchmark.harness.arrival;

import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Gives the operations of an open loop to the clients of a process: a client that is free takes the next one, and waits until it is due. Thread-safe.
 */
public final class Dispenser {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Arrivals arrivals;

    /** The same arrivals once more, read as far as time has passed, for how many are due. */
    private final Arrivals clock;

    private final Rollover rollover;
    private final LongConsumer onDrop;
    private long nextDue;
    private long due;
    private long gone;

    /**
     * Gives out arrivals.
     *
     * @param arrivals makes them, the same each time: one copy is handed out, the other counts what is due
     * @param onDrop takes the time of each operation that is left out because it has waited too long, in nanoseconds
     *     after the beginning
     */
    public Dispenser(Supplier<Arrivals> arrivals, Rollover rollover, LongConsumer onDrop) {
        this.arrivals = arrivals.get();
        this.clock = arrivals.get();
        this.rollover = rollover;
        this.onDrop = onDrop;
        this.nextDue = clock.next();
    }

    /**
     * When the operation is due that the caller shall perform now.
     *
     * @param now nanoseconds after the beginning
     * @return nanoseconds after the beginning, before or after now; {@link Arrivals#NEVER} if there are no more
     */
    public synchronized long take(long now) {
        while (true) {
            long taken = arrivals.next();
            if (taken == Arrivals.NEVER) {
                return taken;
            }
            gone++;
            boolean late = rollover.withinSecond() && now >= (taken / NANOS_PER_SECOND + 1) * NANOS_PER_SECOND;
            if (!late && (taken >= now || backlog(now) < rollover.most())) {
                return taken;
            }
            onDrop.accept(now);
        }
    }

    /** How many operations are due and were given to nobody. */
    private long backlog(long now) {
        return Math.max(0, offered(now) - gone);
    }

    /** How many operations have been due so far. */
    private long offered(long now) {
        while (nextDue <= now && nextDue != Arrivals.NEVER) {
            due++;
            nextDue = clock.next();
        }
        return due;
    }
}
