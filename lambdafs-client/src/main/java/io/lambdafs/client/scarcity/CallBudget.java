package io.lambdafs.client.scarcity;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How many calls by HTTP the platform takes, as far as its refusals with 429 and 503 tell. Thread-safe.
 *
 * <p>After a refusal only one call at a time may try again, after a pause that doubles with each refusal in a row. Each pause is
 * drawn anew from all between none and twice as long, so that clients that were refused together do not come back together. What
 * the platform asks for by Retry-After comes before that, up to half a minute.
 *
 * <p>503 says that the platform is busy: the first pause is short, and for 15 seconds no call is made by HTTP that is
 * not needed. 429 says that there were too many calls. OpenWhisk counts calls in a calendar minute, the refused ones
 * included. So for ten minutes, and twice as long each time soon after, the client makes no call by HTTP that is not
 * needed. Meanwhile it keeps only so many functions warm as half of OpenWhisk's 60 calls allow.
 */
public final class CallBudget {
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);
    static final Duration FIRST_PAUSE_WHEN_BUSY = Duration.ofMillis(100);
    static final Duration LONGEST_ASKED_PAUSE = Duration.ofSeconds(30);
    static final Duration BUSY_TIME = Duration.ofSeconds(15);
    static final Duration FIRST_TIME = Duration.ofMinutes(10);
    static final Duration LONGEST_TIME = Duration.ofHours(2);

    private final LongSupplier nanoTime;
    private final DoubleSupplier random;
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
     * @param random gives numbers in [0, 1)
     * @param warnings takes what the user should know; once
     */
    public CallBudget(LongSupplier nanoTime, DoubleSupplier random, Consumer<String> warnings) {
        this.nanoTime = nanoTime;
        this.random = random;
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
        opensAt = now + jitter();
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

    /**
     * The platform has refused a call because it is busy.
     *
     * @param retryAfterMillis how long it asks to wait; 0 if it does not say
     */
    public synchronized void busy(long retryAfterMillis) {
        long now = nanoTime.getAsLong();
        long until = now + BUSY_TIME.toNanos();
        limitedUntil = isStillLimited() && limitedUntil - until > 0 ? limitedUntil : until;
        limited = true;
        close(now, FIRST_PAUSE_WHEN_BUSY, retryAfterMillis);
    }

    /**
     * The platform has refused a call because there were too many, saying this.
     *
     * @param retryAfterMillis how long it asks to wait; 0 if it does not say
     */
    public synchronized void refused(String why, long retryAfterMillis) {
        long now = nanoTime.getAsLong();
        if (lastsNanos == 0) {
            warnings.accept(
                    "The platform limits calls: " + why + ". From now on this client calls by HTTP only to keep some"
                            + " functions warm, and sends other calls to functions that are connected. Raise the platform's limits;"
                            + " docs/platform.md says how many calls clients make.");
        }
        if (!isStillLimited() || lastsNanos == 0) {
            lastsNanos = lastsNanos == 0 ? FIRST_TIME.toNanos() : Math.min(2 * lastsNanos, LONGEST_TIME.toNanos());
        }
        limited = true;
        limitedUntil = now + lastsNanos;
        close(now, FIRST_PAUSE, retryAfterMillis);
    }

    private void close(long now, Duration first, long retryAfterMillis) {
        pauseNanos = closed
                ? Math.min(2 * Math.max(pauseNanos, first.toNanos() / 2), LONGEST_PAUSE.toNanos())
                : first.toNanos();
        closed = true;
        long asked = Math.min(Math.max(retryAfterMillis, 0), LONGEST_ASKED_PAUSE.toMillis());
        opensAt = now + TimeUnit.MILLISECONDS.toNanos(asked) + jitter();
    }

    private long jitter() {
        return (long) (2 * random.getAsDouble() * pauseNanos);
    }
}
