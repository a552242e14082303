package io.lambdafs.openwhisk.platform.pool;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides how many of an action's instances share its calls, and when it should have one more. Pure; not thread-safe.
 *
 * <p>A caller that knows how loaded instances are asks for one more by a parameter of its call. An instance whose CPU is used up
 * while it has several calls gets a sibling also when nobody asks, unless it says in its answers that a sibling would not help. In the other direction, calls go to no more instances than the
 * CPU in use needs, so that the others become idle and go.
 */
final class ScaleOut {
    /** From this part of its CPU on, an instance is saturated. */
    private static final int SATURATED_PERCENT = 80;

    /** How much of its CPU an instance uses when there are just as many as are needed. */
    private static final int WANTED_PERCENT = 50;

    private static final int CALLS_OF_A_SATURATED_ONE = 2;

    /** A program that has just begun uses much CPU whatever its load. */
    private static final int WARM_UP_MILLIS = 5_000;

    private final PoolSettings settings;
    private final Map<Long, Long> lastStarts = new HashMap<>();

    ScaleOut(PoolSettings settings) {
        this.settings = settings;
    }

    /** An instance of this action begins to start, for whatever reason. */
    void starts(Action action, long nowMillis) {
        lastStarts.values().removeIf(started -> nowMillis - started >= settings.scaleOutPauseMillis());
        lastStarts.put(action.revision(), nowMillis);
    }

    /** Whether there may be one more instance beside these, which are all of its action. */
    boolean isAllowed(List<PooledInstance> present) {
        return settings.maxInstances() == PoolSettings.UNBOUNDED_INSTANCES || present.size() < settings.maxInstances();
    }

    /**
     * Whether a call should get an instance of its own beside these, which are all of its action.
     *
     * @param asked whether the caller asks for one
     */
    boolean isWanted(Action action, List<PooledInstance> present, boolean asked, long nowMillis) {
        long ready = present.stream().filter(PooledInstance::isReady).count();
        long starting = present.size() - ready;
        Long lastStart = lastStarts.get(action.revision());
        boolean soonAfterAnother = lastStart != null && nowMillis - lastStart < settings.scaleOutPauseMillis();
        // While as many start as are there, what they will take over is not known yet.
        return starting < ready
                && !soonAfterAnother
                && isAllowed(present)
                && (asked
                        || present.stream()
                                .filter(PooledInstance::isReady)
                                .allMatch(instance -> isSaturated(instance, nowMillis)));
    }

    /** The one of these instances, which all can take a call, that should. */
    Optional<PooledInstance> choose(List<PooledInstance> present, List<PooledInstance> able) {
        List<PooledInstance> needed = present.subList(0, Math.min(needed(present), present.size()));
        return able.stream()
                .filter(needed::contains)
                .min(Comparator.comparing((PooledInstance instance) -> instance.state() == PooledInstance.State.PAUSED)
                        .thenComparing(PooledInstance::active)
                        .thenComparing(PooledInstance::lastUsedMillis)
                        .thenComparing(PooledInstance::id))
                .or(() -> able.stream().findFirst());
    }

    /** How many instances the CPU in use needs; at least 1. */
    private int needed(List<PooledInstance> present) {
        int needed = 1;
        if (!present.isEmpty()) {
            long inUse = present.stream().mapToLong(PooledInstance::coreMillis).sum();
            long each = Math.max(1, settings.cpuShareOf(present.get(0).action()) * (long) WANTED_PERCENT / 100);
            needed = (int) Math.max(1, (inUse + each - 1) / each);
        }
        return needed;
    }

    private boolean isSaturated(PooledInstance instance, long nowMillis) {
        return !instance.declinesSibling()
                && instance.readyForMillis(nowMillis) >= WARM_UP_MILLIS
                && instance.active() >= CALLS_OF_A_SATURATED_ONE
                && instance.coreMillis() * 100L >= settings.cpuShareOf(instance.action()) * (long) SATURATED_PERCENT;
    }
}
