package io.lambdafs.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * One thing that happens to a system during a history.
 *
 * @param at when, after the beginning
 * @param lasts how long a frozen instance stays so
 * @param choice which of the instances, or of the clients' processes
 */
record HistoryFault(Kind kind, Duration at, Duration lasts, int choice) {
    /** What may happen. */
    enum Kind {
        KILL_INSTANCE,
        FREEZE_INSTANCE,
        CUT_CONNECTIONS,
        RESTART_COORDINATOR,
        RESTART_STORE
    }

    private static final List<Kind> DISTURBANCES =
            List.of(Kind.KILL_INSTANCE, Kind.FREEZE_INSTANCE, Kind.CUT_CONNECTIONS);

    private static final int MAX_FREEZE_MILLIS = 30_000;
    private static final int MIN_FREEZE_MILLIS = 1_000;

    /**
     * A schedule: connections are cut and instances killed or frozen now and then, and one of the base services, in turn, is
     * restarted once.
     */
    static List<HistoryFault> schedule(long seed, Duration over) {
        Random random = new Random(seed);
        List<HistoryFault> faults = new ArrayList<>();
        long bound = over.toMillis();
        int disturbances = (int) Math.max(2, bound / 7_000);
        for (int i = 0; i < disturbances; i++) {
            Kind kind = DISTURBANCES.get(random.nextInt(DISTURBANCES.size()));
            // What is frozen near the end would wake after it, when nobody looks any more.
            long at = random.nextLong(bound * 3 / 4) + 500;
            long freeze = random.nextLong(MIN_FREEZE_MILLIS, Math.max(MIN_FREEZE_MILLIS + 1, bound - at));
            faults.add(new HistoryFault(
                    kind,
                    Duration.ofMillis(at),
                    Duration.ofMillis(kind == Kind.FREEZE_INSTANCE ? Math.min(freeze, MAX_FREEZE_MILLIS) : 0),
                    random.nextInt(1000)));
        }
        Kind service = (seed & 1) == 0 ? Kind.RESTART_COORDINATOR : Kind.RESTART_STORE;
        faults.add(new HistoryFault(service, Duration.ofMillis(random.nextLong(bound / 2) + 1000), Duration.ZERO, 0));
        faults.sort(Comparator.comparing(HistoryFault::at));
        return List.copyOf(faults);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1fs %s%s",
                at.toMillis() / 1000.0,
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                lasts.isZero() ? "" : String.format(Locale.ROOT, " for %.1fs", lasts.toMillis() / 1000.0));
    }
}
