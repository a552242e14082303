package io.lambdafs.client.scarcity;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Whether the platform has too few places for the functions. Then every cold start takes the place of an instance that is in
 * use, whose function needs a cold start next: thrashing. While this is on, calls go to functions that are connected, of whatever
 * deployment, and no call by HTTP is made that is not needed. Thread-safe.
 *
 * <p>A client sees an eviction as the loss of one function's connection, without a goodbye, while it calls another function that
 * it has no connection to. One such loss may be a crash. So three at different times within a minute turn this on, and one does
 * soon after it was on. Each time soon after another lasts twice as long, so that the number of cold starts does not grow with
 * the load or, but for the logarithm, with time.
 */
public final class OverCommitment {
    static final int EVICTIONS = 3;
    static final Duration FIRST_TIME = Duration.ofSeconds(15);
    static final Duration LONGEST_TIME = Duration.ofMinutes(5);

    /** Losses within this time have one cause. */
    static final Duration ONE_CAUSE = Duration.ofMillis(300);

    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long SOON_NANOS = Duration.ofMinutes(5).toNanos();

    /** An instance that is asked to end closes its connections a little later than the call that takes its place is answered. */
    private static final long LINGER_NANOS = Duration.ofSeconds(3).toNanos();

    private static final long NEVER = Long.MIN_VALUE;

    private final LostConnections lost;
    private final LongSupplier nanoTime;
    private final Consumer<String> warnings;
    private final Runnable seen;
    private final Map<Integer, ColdCall> coldCalls = new HashMap<>();
    private long firstEvictionAt = NEVER;
    private long lastEvictionAt = NEVER;
    private int evictions;
    private long lastsNanos;
    private long endedAt = NEVER;
    private volatile boolean on;

    /**
     * Nothing seen so far.
     *
     * @param warnings takes what the user should know; once
     * @param seen is run each time that this turns on
     */
    public OverCommitment(LostConnections lost, LongSupplier nanoTime, Consumer<String> warnings, Runnable seen) {
        this.lost = lost;
        this.nanoTime = nanoTime;
        this.warnings = warnings;
        this.seen = seen;
    }

    /** Counts connections that have ended without a goodbye. */
    public interface LostConnections {
        /** All so far, but for those of this deployment. */
        long ofOthersThan(int deployment);
    }

    /** A call by HTTP to a function that no connection reaches, and how many connections of others had been lost before. */
    private static final class ColdCall {
        private long lostOfOthers;
        private int underWay;
        private long endedAt;

        boolean isOver(long now) {
            return underWay == 0 && now - endedAt > LINGER_NANOS;
        }
    }

    /** Whether calls had better go to functions that are connected. */
    public boolean isOn() {
        return on && isStillOn();
    }

    /** Whether a cold start has taken the place of an instance in use within the last minute. */
    public synchronized boolean wasSeenLately() {
        return lastEvictionAt != NEVER && nanoTime.getAsLong() - lastEvictionAt < WINDOW_NANOS;
    }

    private synchronized boolean isStillOn() {
        if (on && nanoTime.getAsLong() - endedAt >= 0) {
            on = false;
        }
        return on;
    }

    /** A call goes by HTTP to a function that no connection reaches. */
    public synchronized void coldCallBegins(int deployment) {
        look();
        ColdCall call = coldCalls.computeIfAbsent(deployment, number -> new ColdCall());
        if (call.underWay++ == 0) {
            call.lostOfOthers = lost.ofOthersThan(deployment);
        }
    }

    /** Such a call has ended. */
    public synchronized void coldCallEnded(int deployment) {
        look();
        ColdCall call = coldCalls.get(deployment);
        if (call != null) {
            call.underWay--;
            call.endedAt = nanoTime.getAsLong();
        }
    }

    private void look() {
        long now = nanoTime.getAsLong();
        boolean evicted = false;
        for (Iterator<Map.Entry<Integer, ColdCall>> i = coldCalls.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<Integer, ColdCall> entry = i.next();
            ColdCall call = entry.getValue();
            long lostNow = lost.ofOthersThan(entry.getKey());
            evicted |= lostNow > call.lostOfOthers;
            call.lostOfOthers = lostNow;
            if (call.isOver(now)) {
                i.remove();
            }
        }
        if (evicted) {
            eviction(now);
        }
    }

    private void eviction(long now) {
        if (isStillOn() || (lastEvictionAt != NEVER && now - lastEvictionAt < ONE_CAUSE.toNanos())) {
            return;
        }
        if (evictions == 0 || now - firstEvictionAt > WINDOW_NANOS) {
            firstEvictionAt = now;
            evictions = 0;
        }
        lastEvictionAt = now;
        evictions++;
        boolean soonAgain = endedAt != NEVER && now - endedAt < SOON_NANOS;
        if (evictions >= EVICTIONS || soonAgain) {
            enter(now, soonAgain);
        }
    }

    private void enter(long now, boolean soonAgain) {
        if (endedAt == NEVER) {
            warnings.accept(
                    "Cold starts keep taking the place of functions that are in use: the platform has too little"
                            + " memory for the NameNode functions and the calls to each of them at once. For now, calls go to"
                            + " functions that are connected. docs/platform.md says how much memory is needed.");
        }
        lastsNanos = soonAgain ? Math.min(2 * lastsNanos, LONGEST_TIME.toNanos()) : FIRST_TIME.toNanos();
        endedAt = now + lastsNanos;
        evictions = 0;
        on = true;
        seen.run();
    }
}
