package io.lambdafs.benchmark.harness.engine;

import java.util.concurrent.locks.LockSupport;

/** Time as the clients see it. */
public interface Ticker {
    /** The machine's own clock, as precise as its timers. */
    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleepUntil(long nanos) throws InterruptedException {
            for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("a client was interrupted while it waited");
                }
                LockSupport.parkNanos(left);
            }
        }
    };

    /** Nanoseconds since some moment. */
    long nanos();

    /** Returns at a moment, or at once if it has passed. */
    void sleepUntil(long nanos) throws InterruptedException;
}
