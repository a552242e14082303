package io.lambdafs.openwhisk.platform.rest;

import java.time.InstantSource;

/** The two throttles of a namespace, in OpenWhisk's order: requests in this calendar minute, then calls in flight. */
final class Throttle {
    private static final long MINUTE_MILLIS = 60_000;

    private final int perMinute;
    private final int concurrent;
    private final InstantSource clock;
    private long minute = -1;
    private int requests;
    private int inFlight;

    Throttle(int perMinute, int concurrent, InstantSource clock) {
        this.perMinute = perMinute;
        this.concurrent = concurrent;
        this.clock = clock;
    }

    /** Counts a call in until {@link #release}, or refuses it with 429; refused calls count in the rate, too. */
    synchronized void admit() {
        long now = clock.millis() / MINUTE_MILLIS;
        if (now != minute) {
            minute = now;
            requests = 0;
        }
        requests++;
        if (requests > perMinute) {
            throw tooMany("requests in the last minute", requests, perMinute);
        }
        if (inFlight >= concurrent) {
            throw tooMany("concurrent requests in flight", inFlight, concurrent);
        }
        inFlight++;
    }

    synchronized void release() {
        inFlight--;
    }

    private static RestException tooMany(String what, int count, int allowed) {
        return new RestException(429, "Too many " + what + " (count: " + count + ", allowed: " + allowed + ").");
    }
}
