package io.lambdafs.client.tcp;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time that passes for the thread that reads the connections: since the last turn ended, no more than
 * {@link #LONGEST_TURN_NANOS} have. Thread-safe.
 *
 * <p>A process that was stopped, by a long garbage collection or with its whole machine, has read nothing meanwhile. By
 * the wall clock every instance would have been silent and every answer late, although keep-alives and answers are
 * waiting to be read. The client would put all connections aside and send all calls again at once.
 */
final class ReadingTime {
    /** Twice as long as the server's thread selects at most. */
    static final long LONGEST_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final LongSupplier nanoTime;
    private volatile Turn last;

    ReadingTime(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = new Turn(nanoTime.getAsLong(), 0);
    }

    /** A turn has ended. For the thread that has the turn. */
    void turned() {
        long now = nanoTime.getAsLong();
        last = new Turn(now, last.passedAt(now));
    }

    /** Nanoseconds that have passed; never fewer than before. */
    long nanos() {
        return last.passedAt(nanoTime.getAsLong());
    }

    /** What the clock says, which goes on while nobody reads. */
    long clockNanos() {
        return nanoTime.getAsLong();
    }

    /** How much of the time between two looks at the clock counts for a thread that looks at least as often as the server's thread. */
    static long counted(long elapsedNanos) {
        return Math.min(Math.max(elapsedNanos, 0), LONGEST_TURN_NANOS);
    }

    /** The end of a turn, and how much had passed by then. */
    private static final class Turn {
        private final long end;
        private final long passed;

        Turn(long end, long passed) {
            this.end = end;
            this.passed = passed;
        }

        long passedAt(long now) {
            return passed + counted(now - end);
        }
    }
}
