package io.lambdafs.client.straggler;

import io.lambdafs.client.latency.SubtreeMethods;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * After how long a request of a method is a straggler: so many times the moving average of the method's requests, but not before
 * as many were measured as the window has. Thread-safe.
 *
 * <p>Some methods take long because there is much below the path, and would on any other instance. Their requests are never sent
 * again for that.
 */
public final class StragglerLimits {
    /** Says that a request is no straggler however long it takes. */
    public static final long NEVER = Long.MAX_VALUE;

    private final StragglerSettings settings;
    private final RepeatBudget budget;
    private final Map<String, MovingAverage> averages = new ConcurrentHashMap<>();

    /** Nothing measured yet. */
    public StragglerLimits(StragglerSettings settings) {
        this.settings = settings;
        this.budget = new RepeatBudget(settings.maxShare());
    }

    /** After how many nanoseconds a request of this method, which is being sent, is a straggler; {@link #NEVER} for never. */
    public long sending(String method) {
        if (settings.maxShare() <= 0 || SubtreeMethods.contains(method)) {
            return NEVER;
        }
        budget.sent();
        MovingAverage average = averages.get(method);
        if (average == null || !average.isFull()) {
            return NEVER;
        }
        return Math.max(
                (long) (average.nanos() * settings.factor()), settings.least().toNanos());
    }

    /** A request of this method was answered after so long since it was first sent. */
    public void answered(String method, long tookNanos) {
        if (settings.maxShare() > 0 && !SubtreeMethods.contains(method)) {
            averages.computeIfAbsent(method, name -> new MovingAverage(settings.window()))
                    .add(tookNanos, settings.factor());
        }
    }

    /** Whether a straggler may be sent again now; counts it if so. */
    public boolean mayRepeat() {
        return budget.takes();
    }
}
