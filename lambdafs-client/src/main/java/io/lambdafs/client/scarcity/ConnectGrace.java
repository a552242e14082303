package io.lambdafs.client.scarcity;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives an instance that has answered by HTTP half a second to connect, before further calls go by HTTP to its
 * function. If the answer took longer than that, the instance gets as long as the answer took, because on such a
 * machine the connection takes longer, too. Without it, all calls that wait for a cold function would go by HTTP in the
 * moment between the first answers and the connection. Thread-safe.
 *
 * <p>There is one such time for each function in thirty seconds, and after two seconds without any connection to this client none
 * at all: where instances cannot connect, calls must not wait for that.
 */
public final class ConnectGrace {
    static final Duration GRACE = Duration.ofMillis(500);
    static final Duration LONGEST = Duration.ofSeconds(5);
    static final Duration ONCE_IN = Duration.ofSeconds(30);
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long NEVER = Long.MIN_VALUE;

    private final Map<Integer, Moment> moments = new ConcurrentHashMap<>();
    private final AtomicLong firstAnswerAt = new AtomicLong(NEVER);

    /** No answer so far. */
    public ConnectGrace() {}

    /** An instance of this deployment, to which there is no connection, has answered by HTTP after so long. */
    public void answered(int deployment, long tookNanos, long nowNanos) {
        firstAnswerAt.compareAndSet(NEVER, nowNanos);
        long length = Math.min(Math.max(tookNanos, GRACE.toNanos()), LONGEST.toNanos());
        Moment begins = new Moment(nowNanos, length);
        Moment last = moments.putIfAbsent(deployment, begins);
        if (last != null && nowNanos - last.beganAt >= ONCE_IN.toNanos()) {
            moments.replace(deployment, last, begins);
        }
    }

    /**
     * Whether calls to this deployment had better wait for its connection.
     *
     * @param reached whether any instance has ever connected to this client
     */
    public boolean isOn(int deployment, boolean reached, long nowNanos) {
        Moment moment = moments.get(deployment);
        return moment != null
                && nowNanos - moment.beganAt < moment.length
                && (reached || nowNanos - firstAnswerAt.get() < PATIENCE.toNanos());
    }

    /** A time in which an instance of a deployment may connect. */
    private static final class Moment {
        private final long beganAt;
        private final long length;

        Moment(long beganAt, long length) {
            this.beganAt = beganAt;
            this.length = length;
        }
    }
}
