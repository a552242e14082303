package io.lambdafs.client.scarcity;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How many calls by HTTP the platform takes, as far as its refusals with 429 tell. Thread-safe.
 *
 * <p>OpenWhisk counts calls in a calendar minute, the refused ones included. So after a refusal only one call at a time may try
 * again, after a pause that doubles with each refusal in a row. For ten minutes, and twice as long each time soon after, the
 * client makes no call by HTTP that is not needed, and keeps only so many functions warm as half of OpenWhisk's 60 calls allow.
 */
public final class CallBudget {
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);
    static final Duration FIRST_TIME = Duration.ofMinutes(10);
    static final Duration LONGEST_TIME = Duration.ofHours(2);

    private final LongSupplier nanoTime;
    private final Consumer<String> warnings;
    private volatile boolean limited;
    private boolean closed;
    private long limitedUntil;
    private long opensAt;
    private long pauseNanos;
    private long lastsNanos;

    /**
     * Without a refusal so far.
     *
     * @param warnings takes what the user should know; once
     */
    public CallBudget(LongSupplier nanoTime, Consumer<String> warnings) {
        this.nanoTime = nanoTime;
        this.warnings = warnings;
    }

    /** Whether calls were refused lately: none is made by HTTP that could go another way. */
    public boolean isLimited() {
        return limited && isStillLimited();
    }

    private synchronized boolean isStillLimited() {
        if (limited && nanoTime.getAsLong() - limitedUntil >= 0) {
            limited = false;
        }
        return limited;
    }

    /** Whether a call may go by HTTP now; after a refusal true for one caller at a time. */
    public boolean takes() {
        return !limited || takesOne();
    }

    private synchronized boolean takesOne() {
        if (!closed) {
            return true;
        }
        long now = nanoTime.getAsLong();
        if (now - opensAt < 0) {
            return false;
        }
        opensAt = now + pauseNanos;
        return true;
    }

    /** The platform has taken a call. */
    public void accepted() {
        if (limited) {
            open();
        }
    }

    private synchronized void open() {
        closed = false;
        pauseNanos = 0;
    }

    /** The platform has refused a call, saying this. */
    public synchronized void refused(String why) {
        long now = nanoTime.getAsLong();
        if (lastsNanos == 0) {
            warnings.accept(
                    "The platform limits calls: " + why + ". From now on this client calls by HTTP only to keep some"
                            + " functions warm, and sends other calls to functions that are connected. Raise the platform's limits;"
                            + " docs/platform.md tells how many calls clients make.");
        }
        if (!isStillLimited()) {
            lastsNanos = lastsNanos == 0 ? FIRST_TIME.toNanos() : Math.min(2 * lastsNanos, LONGEST_TIME.toNanos());
        }
        limited = true;
        limitedUntil = now + lastsNanos;
        pauseNanos = closed ? Math.min(2 * pauseNanos, LONGEST_PAUSE.toNanos()) : FIRST_PAUSE.toNanos();
        closed = true;
        opensAt = now + pauseNanos;
    }
}
