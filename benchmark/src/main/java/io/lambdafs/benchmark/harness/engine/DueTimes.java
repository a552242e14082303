package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.arrival.Arrivals;

/** When a client's next operation is due. */
@FunctionalInterface
interface DueTimes {
    /** A closed loop: it is due as soon as the client is free. */
    DueTimes CLOSED = now -> now;

    /**
     * When the operation is due that the client performs next.
     *
     * @param now nanoseconds after the beginning of the phase
     * @return likewise; {@link Arrivals#NEVER} if there is none any more
     */
    long take(long now);
}
