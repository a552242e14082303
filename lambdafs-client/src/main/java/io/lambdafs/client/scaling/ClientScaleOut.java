package io.lambdafs.client.scaling;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which calls go by HTTP although a connection exists, and which of them ask the platform for another instance. Thread-safe.
 *
 * <p>While a deployment is loaded, a share of its calls asks, and at least one in each half second, so that a slow
 * deployment is seen as well. Asking costs the caller an HTTP call. If a client has asked for five seconds and no new
 * instance has connected, the platform has no room. So the client stops asking for ten seconds, and for twice as long
 * after each further time in vain, up to a minute.
 */
public final class ClientScaleOut {
    /** While a deployment is loaded, one call at least in this time asks. */
    static final Duration AT_LEAST_EACH = Duration.ofMillis(500);

    /** How long a client asks before it takes it that there is no place for another instance. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    static final Duration FIRST_REST = Duration.ofSeconds(10);
    static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final ReplacementProbability probability;
    private final LoadMemory loads;
    private final IntUnaryOperator connections;
    private final Map<Integer, Asking> asking = new ConcurrentHashMap<>();

    /**
     * Nothing asked for so far.
     *
     * @param connections how many instances of a deployment are connected now
     */
    public ClientScaleOut(ReplacementProbability probability, LoadMemory loads, IntUnaryOperator connections) {
        this.probability = probability;
        this.loads = loads;
        this.connections = connections;
    }

    /** What becomes of a call that could go over TCP. */
    public enum Choice {
        /** It goes over TCP. */
        TCP,
        /** It goes by HTTP, so that the platform sees the load. */
        HTTP,
        /** It goes by HTTP and asks for another instance. */
        HTTP_FOR_MORE
    }

    /** An instance of the deployment reported its load, 1..255; 0 if it did not say. */
    public void heard(int deployment, int load, long nowNanos) {
        loads.heard(deployment, load, nowNanos);
    }

    /** Whether the client rests because it has asked for another instance of some deployment in vain. */
    public boolean isInVain(long nowNanos) {
        for (Asking of : asking.values()) {
            if (of.rests(nowNanos)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Decides about one call.
     *
     * @param random a number in [0, 1)
     */
    public Choice choose(int deployment, double random, long nowNanos) {
        int load = loads.of(deployment, nowNanos);
        if (probability.isHigh(load)) {
            Asking of = asking.computeIfAbsent(deployment, number -> new Asking());
            if (of.asks(random < probability.of(load), connections.applyAsInt(deployment), nowNanos)) {
                return Choice.HTTP_FOR_MORE;
            }
        }
        return random < probability.of(0) ? Choice.HTTP : Choice.TCP;
    }

    /** What was asked for one deployment, and what came of it. */
    private static final class Asking {
        private @Nullable Long lastAt;
        private long since;
        private long restsUntil;
        private long rest;
        private boolean resting;
        private int connected;

        synchronized boolean asks(boolean chosen, int connectedNow, long now) {
            boolean hasCome = connectedNow > connected;
            if (resting && now - restsUntil < 0 && !hasCome) {
                return false;
            }
            if (!chosen && !isDue(now)) {
                return false;
            }
            if (hasCome || isForgotten(now)) {
                rest = 0;
            }
            if (hasCome || beginsAnew(now)) {
                since = now;
                resting = false;
            }
            connected = connectedNow;
            if (now - since >= PATIENCE.toNanos()) {
                rest = rest == 0 ? FIRST_REST.toNanos() : Math.min(2 * rest, LONGEST_REST.toNanos());
                restsUntil = now + rest;
                resting = true;
                return false;
            }
            lastAt = now;
            return true;
        }

        synchronized boolean rests(long now) {
            return resting && now - restsUntil < 0;
        }

        private boolean isDue(long now) {
            return lastAt == null || now - lastAt >= AT_LEAST_EACH.toNanos();
        }

        /** Whether the load comes anew, or the client has rested. */
        private boolean beginsAnew(long now) {
            return lastAt == null || resting || now - lastAt > PATIENCE.toNanos();
        }

        private boolean isForgotten(long now) {
            return lastAt != null && now - lastAt > 2 * LONGEST_REST.toNanos();
        }
    }
}
