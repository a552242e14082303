package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.RenewingWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Empties deleted directories whose NameNode did not come to it: those that have waited for a while. */
final class DetachedSubtrees implements HousekeepingTask {
    private static final int ROOTS_PER_ROUND = 64;
    private static final int STEPS_PER_ROUND = 256;

    /** The other tasks are to have their turn. */
    private static final Duration LONGEST_ROUND = Duration.ofSeconds(1);

    private final SubtreeRemoval removal;
    private final RenewingWriter writer;
    private final InstantSource clock;
    private final Duration after;
    private final Map<INodeId, Instant> firstSeen = new HashMap<>();

    DetachedSubtrees(SubtreeRemoval removal, RenewingWriter writer, InstantSource clock, Duration after) {
        this.removal = requireNonNull(removal, "removal");
        this.writer = requireNonNull(writer, "writer");
        this.clock = requireNonNull(clock, "clock");
        this.after = requireNonNull(after, "after");
    }

    @Override
    public String name() {
        return "deleted directories";
    }

    /* Its transactions need not hold the role: several that empty one directory do no harm. */
    @Override
    public void run(Duty duty) {
        Instant now = clock.instant();
        List<INodeId> pending = removal.pending(ROOTS_PER_ROUND);
        firstSeen.keySet().retainAll(pending);
        pending.forEach(root -> firstSeen.putIfAbsent(root, now));
        Instant end = now.plus(LONGEST_ROUND);
        int steps = 0;
        for (INodeId root : pending) {
            boolean waited = !firstSeen.getOrDefault(root, now).plus(after).isAfter(now);
            boolean gone = false;
            while (waited && !gone && steps < STEPS_PER_ROUND && clock.instant().isBefore(end)) {
                gone = removal.step(writer.id(), root);
                steps++;
            }
            duty.count(HousekeepingCount.DIRECTORIES_EMPTIED, gone ? 1 : 0);
        }
    }
}
