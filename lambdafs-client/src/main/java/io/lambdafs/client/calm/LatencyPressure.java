package io.lambdafs.client.calm;

import io.lambdafs.client.latency.SubtreeMethods;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many times as long as usual the latest calls took: about sixteen of them, of whatever methods, each measured by its own
 * method. Thread-safe.
 */
public final class LatencyPressure {
    /** A call that took less is not slow, whatever is usual. */
    static final Duration LEAST = Duration.ofMillis(20);

    /** So that one call that waited for a minute counts no more than one that took ten times as long as usual. */
    static final double MOST = 10;

    private static final double WEIGHT = 1.0 / 16;
    private static final long FORGOTTEN_AFTER_NANOS = Duration.ofSeconds(2).toNanos();

    private final Duration window;
    private final Map<String, UsualLatency> usual = new ConcurrentHashMap<>();
    private double pressure = 1;
    private long at;

    /**
     * Nothing measured yet.
     *
     * @param window the time over which it is learned what is usual
     */
    public LatencyPressure(Duration window) {
        this.window = window;
    }

    /** A call of this method was answered; returns the pressure now, 1 when all is as usual. */
    public double answered(String method, long tookNanos, long nowNanos) {
        if (SubtreeMethods.contains(method)) {
            return now(nowNanos);
        }
        double ratio = usual.computeIfAbsent(method, name -> new UsualLatency(window.toNanos()))
                .add(tookNanos, nowNanos);
        return count(tookNanos < LEAST.toNanos() ? Math.min(ratio, 1) : Math.min(ratio, MOST), nowNanos);
    }

    private synchronized double count(double ratio, long nowNanos) {
        pressure = now(nowNanos);
        pressure += (ratio - pressure) * WEIGHT;
        at = nowNanos;
        return pressure;
    }

    /** The pressure now; 1 if no call was answered for two seconds. */
    public synchronized double now(long nowNanos) {
        return nowNanos - at > FORGOTTEN_AFTER_NANOS ? 1 : pressure;
    }
}
