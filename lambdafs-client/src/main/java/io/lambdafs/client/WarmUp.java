package io.lambdafs.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says which call is to go by HTTP so that the platform does not take an instance that serves over TCP for idle and freeze
 * it: one to each deployment in each interval, and only while there are calls. Thread-safe.
 */
final class WarmUp {
    private final long intervalNanos;
    private final Map<Integer, Long> lastByHttp = new ConcurrentHashMap<>();

    /** An interval of 0 never asks for a call by HTTP. */
    WarmUp(long intervalNanos) {
        this.intervalNanos = intervalNanos;
    }

    /** A call to this deployment goes by HTTP. */
    void goesByHttp(int deployment, long nowNanos) {
        lastByHttp.put(deployment, nowNanos);
    }

    /** Whether the next call to this deployment is to go by HTTP; true for one caller only until the next interval. */
    boolean isDue(int deployment, long nowNanos) {
        Long last = lastByHttp.get(deployment);
        return intervalNanos > 0
                && last != null
                && nowNanos - last >= intervalNanos
                && lastByHttp.replace(deployment, last, nowNanos);
    }
}
