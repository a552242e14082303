package io.lambdafs.namenode.membership;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Sees to it that an instance that the platform is about to freeze has nothing that others would wait for. The platform takes
 * an instance for idle by its activations alone, however many requests come over TCP, so these count here and nothing
 * else. Thread-safe.
 */
public final class IdleWatch implements AutoCloseable {
    private static final int LOOKS = 4;

    private final Duration restAfter;
    private final Background background;
    private final LongSupplier ticker;
    private final Duties duties;
    private final Object lock = new Object();
    private int underWay;
    private long idleSince;
    private volatile boolean closed;

    /** What an instance has taken over, and gives back before it is frozen. Calls come one at a time. */
    public interface Duties {
        /** Tells those who ask over connections to ask elsewhere from now on. Called more than once. */
        void handOver();

        /** Ends the connections on which that was said some time ago. */
        void disconnect();

        /** Leaves the cluster until the next request, if that can be now. Called at each look until it is activated. */
        void leave();
    }

    /**
     * A watch that has not begun.
     *
     * @param restAfter how long there is no activation before the instance leaves; it looks four times as often, hands over
     *     one look before, and begins to leave one look late at the most. Zero: it never rests.
     * @param ticker nanoseconds since anything
     */
    public IdleWatch(Duration restAfter, Background background, LongSupplier ticker, Duties duties) {
        if (restAfter.isNegative()) {
            throw new IllegalArgumentException("restAfter must not be negative: " + restAfter);
        }
        this.restAfter = restAfter;
        this.background = requireNonNull(background, "background");
        this.ticker = requireNonNull(ticker, "ticker");
        this.duties = requireNonNull(duties, "duties");
        this.idleSince = ticker.getAsLong();
    }

    /** Begins to look. Returns at once. */
    public void start() {
        if (!restAfter.isZero()) {
            lookLater();
        }
    }

    /** The platform has called this instance; {@link #activationEnded} is to follow. */
    public void activationBegun() {
        synchronized (lock) {
            underWay++;
        }
    }

    /** A call of the platform has been answered. */
    public void activationEnded() {
        synchronized (lock) {
            underWay--;
            idleSince = ticker.getAsLong();
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private void lookLater() {
        background.after(restAfter.dividedBy(LOOKS), this::look);
    }

    private void look() {
        if (closed) {
            return;
        }
        try {
            giveBack();
        } finally {
            lookLater();
        }
    }

    private void giveBack() {
        duties.disconnect();
        Duration idle = idle();
        if (idle.compareTo(restAfter.multipliedBy(LOOKS - 1L).dividedBy(LOOKS)) > 0) {
            duties.handOver();
        }
        if (idle.compareTo(restAfter) > 0) {
            duties.leave();
        }
    }

    private Duration idle() {
        synchronized (lock) {
            return underWay > 0 ? Duration.ZERO : Duration.ofNanos(ticker.getAsLong() - idleSince);
        }
    }
}
