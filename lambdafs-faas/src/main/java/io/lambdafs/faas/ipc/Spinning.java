package io.lambdafs.faas.ipc;

/**
 * For how long the server looks for the next call before it sleeps. Two sides that spin for less time than it takes to
 * wake the other would sleep at every call, forever. So the server spins longer for a while when it was woken soon
 * after it fell asleep.
 */
final class Spinning {
    private static final int MOST_TIMES = 4;
    private static final int SOON_TIMES = 8;

    private static final long NOBODY_ELSE_NANOS = 500;

    private final long baseNanos;
    private long nanos;

    Spinning(long baseNanos) {
        this.baseNanos = baseNanos;
        nanos = baseNanos;
    }

    boolean goesOn(long idleNanos) {
        return idleNanos < nanos;
    }

    /** Lets the processor go to the thread that waits for it, after a moment: that may be the program. */
    @SuppressWarnings("ThreadPriorityCheck") // Only speed depends on it: the wait has a bound.
    void pause(long idleNanos) {
        if (idleNanos < NOBODY_ELSE_NANOS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    void slept(long forNanos) {
        nanos = forNanos < SOON_TIMES * baseNanos ? Math.min(nanos * 2, MOST_TIMES * baseNanos) : baseNanos;
    }
}
