package io.lambdafs.coordinator.ndb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells which members have given no sign of life for as long as their time-out, by this process's monotonic clock alone.
 * Not thread-safe.
 *
 * <pre>
 * A sign of life is a change of the row. What a member reckons its lease from is when it sent the change; what is reckoned
 * from here is when a look that found it had ended, which is later. So a row that a look, begun a time-out after that, finds
 * unchanged belongs to a member whose lease ran out before: no two clocks are compared, only their speeds must agree.
 * The third of the time-out that the lease leaves unused is more than clocks differ.
 *
 * A process that could not look for a while starts anew with everybody: perhaps nobody could reach the cluster. That only
 * makes it later.
 * </pre>
 */
final class Silence {
    /** A look is late if it comes that part of a time-out after the one before. */
    private static final int PARTS = 3;

    /** How long the row of one who has departed stays. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Map<Registered.Key, Seen> seen = new HashMap<>();
    private long lastLook;

    private record Seen(long beat, long sinceNanos) {}

    /**
     * Takes in what a look found.
     *
     * @param begunNanos when it began
     * @param endedNanos when it had ended
     * @return those that have been silent for too long
     */
    List<Registered> found(List<Registered> members, long begunNanos, long endedNanos) {
        List<Registered> silent = new ArrayList<>();
        Map<Registered.Key, Seen> now = new HashMap<>();
        for (Registered member : members) {
            Seen before = seen.get(member.key());
            boolean late = begunNanos - lastLook > timeoutNanos(member) / PARTS;
            Seen present = before == null || late || before.beat() != member.beat()
                    ? new Seen(member.beat(), endedNanos)
                    : before;
            now.put(member.key(), present);
            if (begunNanos - present.sinceNanos() >= timeoutNanos(member)) {
                silent.add(member);
            }
        }
        seen.clear();
        seen.putAll(now);
        lastLook = endedNanos;
        return silent;
    }

    private static long timeoutNanos(Registered member) {
        return (member.hasDeparted() ? LINGER : member.timeout()).toNanos();
    }
}
