package io.lambdafs.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.WriterId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The name of one coherence round: the INV that a write sends, and the ACKs that it waits for.
 *
 * @param writer the incarnation of a NameNode that leads the round
 * @param number counts that incarnation's rounds from 1
 */
public record RoundId(WriterId writer, long number) {
    /** The order among all rounds by which, of two subtree operations that wait for each other, the earlier goes on. */
    public static final Comparator<RoundId> ORDER =
            Comparator.<RoundId>comparingLong(round -> round.writer().value()).thenComparingLong(RoundId::number);

    public RoundId {
        requireNonNull(writer, "writer");
        if (number < 1) {
            throw new IllegalArgumentException("rounds are numbered from 1, not " + number);
        }
    }

    /** Whether it comes before the other in {@link #ORDER}. */
    public boolean isBefore(RoundId other) {
        return ORDER.compare(this, other) < 0;
    }

    // As of INodeId.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RoundId round && number == round.number && writer.equals(round.writer);
    }

    @Override
    public int hashCode() {
        return 31 * writer.hashCode() + Long.hashCode(number);
    }

    @Override
    public String toString() {
        return writer + "." + number;
    }
}
