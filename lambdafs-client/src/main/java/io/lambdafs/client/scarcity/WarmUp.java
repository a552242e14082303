package io.lambdafs.client.scarcity;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;

/**
 * Chooses the calls that go by HTTP so that the platform does not take an instance that serves over TCP for idle and
 * freeze it. One call goes to each deployment in each interval, and only while there are calls. A call of another
 * client serves as well; the instance reports it. Thread-safe.
 */
public final class WarmUp {
    /**
     * The least time between two such calls, to whatever deployment, while the platform limits calls. It makes half of the 60
     * calls a minute that OpenWhisk takes.
     */
    static final Duration LIMITED_SPACING = Duration.ofSeconds(2);

    /**
     * The least time between two such calls to one deployment while the platform limits calls. With the spacing it makes two
     * functions take turns, each before its instance takes leave; with less, one of them could have two turns in a row.
     */
    static final Duration LIMITED_INTERVAL = Duration.ofSeconds(3);

    private static final long NEVER = Long.MIN_VALUE;

    private final long intervalNanos;
    private final IntToLongFunction activatedAt;
    private final Map<Integer, Long> lastByHttp = new ConcurrentHashMap<>();
    private final AtomicLong lastOfAll = new AtomicLong(NEVER);

    /**
     * Without calls so far.
     *
     * @param intervalNanos 0 never asks for a call by HTTP
     * @param activatedAt when an instance of the deployment last reported a call by HTTP; {@link Long#MIN_VALUE} for
     *     never
     */
    public WarmUp(long intervalNanos, IntToLongFunction activatedAt) {
        this.intervalNanos = intervalNanos;
        this.activatedAt = activatedAt;
    }

    /** A call to this deployment goes by HTTP. */
    public void goesByHttp(int deployment, long nowNanos) {
        lastByHttp.put(deployment, nowNanos);
        lastOfAll.set(nowNanos);
    }

    /**
     * Whether the next call to this deployment is to go by HTTP; true for one caller only until the next interval.
     *
     * @param limited whether the platform limits calls
     */
    public boolean isDue(int deployment, long nowNanos, boolean limited) {
        Long last = lastByHttp.get(deployment);
        long interval = limited ? Math.max(intervalNanos, LIMITED_INTERVAL.toNanos()) : intervalNanos;
        if (intervalNanos <= 0) {
            return false;
        }
        if (last == null) {
            // Connected because of another client's call. If no other one follows, it is this client's turn.
            lastByHttp.putIfAbsent(deployment, nowNanos);
            return false;
        }
        if (nowNanos - last < interval) {
            return false;
        }
        long byAnother = activatedAt.applyAsLong(deployment);
        if (byAnother != NEVER && nowNanos - byAnother < interval) {
            lastByHttp.replace(deployment, last, byAnother);
            return false;
        }
        return (!limited || takesTurn(nowNanos)) && lastByHttp.replace(deployment, last, nowNanos);
    }

    private boolean takesTurn(long nowNanos) {
        long last = lastOfAll.get();
        boolean free = last == NEVER || nowNanos - last >= LIMITED_SPACING.toNanos();
        return free && lastOfAll.compareAndSet(last, nowNanos);
    }
}
