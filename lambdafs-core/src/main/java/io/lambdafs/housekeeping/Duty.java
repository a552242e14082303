package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** One round in which this process has the role: every transaction that writes holds the role until it commits. */
final class Duty {
    /** Thrown when the role belongs to somebody else by now. */
    static final class RoleLostException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RoleLostException() {
            super("another process does the housekeeping by now");
        }
    }

    private final RenewingWriter writer;
    private final String owner;
    private final Duration watched;
    private final Map<HousekeepingCount, Long> done = new EnumMap<>(HousekeepingCount.class);

    Duty(RenewingWriter writer, String owner, Duration watched) {
        this.writer = requireNonNull(writer, "writer");
        this.owner = requireNonNull(owner, "owner");
        this.watched = requireNonNull(watched, "watched");
    }

    /** For how long the store has been seen to answer, without a gap. Silence from before that tells nothing. */
    Duration watched() {
        return watched;
    }

    /** Counts what was done; not to be called by work that may run again. */
    void count(HousekeepingCount what, long howMany) {
        if (howMany > 0) {
            done.merge(what, howMany, Long::sum);
        }
    }

    /** What was counted so far. */
    Map<HousekeepingCount, Long> done() {
        return Map.copyOf(done);
    }

    <T> T read(Function<Transaction, T> work) {
        return writer.read(work);
    }

    /** Runs writing work and commits it; it may run several times and must change nothing but the transaction. */
    <T> T write(Function<Transaction, T> work) {
        return writer.write(tx -> {
            if (!tx.roles().hold(Housekeeper.ROLE, owner)) {
                throw new RoleLostException();
            }
            return work.apply(tx);
        });
    }
}
