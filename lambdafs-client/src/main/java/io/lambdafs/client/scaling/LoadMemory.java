package io.lambdafs.client.scaling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The load of each deployment, as its instances reported it lately: an average in which a new answer counts an eighth.
 * It is forgotten after two seconds without an answer. Thread-safe; an update that two threads make at the same time
 * may count once.
 */
public final class LoadMemory {
    /** After so long without an answer nothing is known. */
    static final long FORGOTTEN_AFTER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final double WEIGHT = 1.0 / 8;

    /** An answer that tells nothing new is noted no more often than this, so that callers do not contend for the memory. */
    private static final long REFRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Map<Integer, Told> byDeployment = new ConcurrentHashMap<>();

    private static final class Told {
        private volatile double load;
        private volatile long at;

        Told(double load, long at) {
            this.load = load;
            this.at = at;
        }
    }

    /**
     * An instance of the deployment reported its load.
     *
     * @param load 1..255; 0 if it did not say, which changes nothing
     */
    public void heard(int deployment, int load, long nowNanos) {
        if (load <= 0) {
            return;
        }
        Told told = byDeployment.get(deployment);
        if (told == null) {
            byDeployment.put(deployment, new Told(load, nowNanos));
            return;
        }
        double before = told.load;
        if (nowNanos - told.at > FORGOTTEN_AFTER_NANOS) {
            told.load = load;
            told.at = nowNanos;
        } else if (Math.abs(load - before) >= 1) {
            told.load = before + (load - before) * WEIGHT;
            told.at = nowNanos;
        } else if (nowNanos - told.at > REFRESH_NANOS) {
            told.at = nowNanos;
        }
    }

    /** The load of the deployment, 1..255; 0 if nothing is known. */
    public int of(int deployment, long nowNanos) {
        Told told = byDeployment.get(deployment);
        return told == null || nowNanos - told.at > FORGOTTEN_AFTER_NANOS ? 0 : (int) Math.round(told.load);
    }
}
