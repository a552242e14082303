package io.lambdafs.wire;

/**
 * When a client sent a request for the first time, and how long after that it may begin. Immutable.
 *
 * <p>Both are times of the store's clock, never of a client's or an instance's wall clock. The birth is a lower bound:
 * no submission of the request was sent before it. A request whose client does not know the store's time is undated.
 */
public final class RequestLife {
    /** The longest patience, in milliseconds. The store keeps the outcomes of requests for longer. */
    public static final long LONGEST_PATIENCE_MILLIS = 10 * 60 * 1000L;

    /** The most, in milliseconds, that a birth may lie ahead of the store's clock: what clocks drift apart. */
    public static final long MOST_AHEAD_MILLIS = 60 * 1000L;

    /** Of a request whose client does not know the store's time. */
    public static final RequestLife UNDATED = new RequestLife(0, 0);

    private final long bornMillis;
    private final long patienceMillis;

    private RequestLife(long bornMillis, long patienceMillis) {
        this.bornMillis = bornMillis;
        this.patienceMillis = patienceMillis;
    }

    /**
     * A life.
     *
     * @param bornMillis a lower bound of the store's time at the first submission, in milliseconds since the epoch; positive
     * @param patienceMillis how long after that it may begin, in 0..{@link #LONGEST_PATIENCE_MILLIS}
     * @throws IllegalArgumentException if one of them is outside of its bounds
     */
    public static RequestLife of(long bornMillis, long patienceMillis) {
        if (bornMillis <= 0) {
            throw new IllegalArgumentException("a birth of " + bornMillis + " ms is not after the epoch");
        }
        if (patienceMillis < 0 || patienceMillis > LONGEST_PATIENCE_MILLIS) {
            throw new IllegalArgumentException(
                    "a patience of " + patienceMillis + " ms is outside 0.." + LONGEST_PATIENCE_MILLIS);
        }
        return new RequestLife(bornMillis, patienceMillis);
    }

    /** Whether it says when the request was born. */
    public boolean isDated() {
        return bornMillis > 0;
    }

    /** A lower bound of the store's time at the first submission; 0 if undated. */
    public long bornMillis() {
        return bornMillis;
    }

    /** How long after its birth the request may begin; 0 if undated. */
    public long patienceMillis() {
        return patienceMillis;
    }

    /** Whether a dated request must not begin any more at this time of the store. */
    public boolean isOverAt(long storeMillis) {
        return isDated() && storeMillis - bornMillis > patienceMillis;
    }

    /** Whether the birth lies further ahead of this time of the store than clocks drift apart. */
    public boolean isAheadOf(long storeMillis) {
        return bornMillis - storeMillis > MOST_AHEAD_MILLIS;
    }

    @Override
    public String toString() {
        return isDated() ? "born at " + bornMillis + ", to begin within " + patienceMillis + " ms" : "undated";
    }
}
