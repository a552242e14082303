package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A round of one's own: what its INVs say, and the members that have acknowledged it. Used by one thread. */
final class OwnRound {
    private final RoundId round;
    private final Map<Integer, byte[]> contents;
    private final Set<Ack> acks = new HashSet<>();
    private long sequence;
    private int attempts;

    OwnRound(RoundId round, Map<Integer, byte[]> contents) {
        this.round = round;
        this.contents = Map.copyOf(contents);
    }

    RoundId round() {
        return round;
    }

    void place(long number) {
        sequence = number;
    }

    int bytes() {
        return contents.values().stream().mapToInt(content -> content.length).sum();
    }

    int attempted() {
        return ++attempts;
    }

    private InvRows.Key key(int deployment) {
        return new InvRows.Key(deployment, round.writer().value(), sequence);
    }

    void insert(OperationBatch batch) {
        contents.forEach((deployment, content) -> InvRows.insert(batch, key(deployment), content));
    }

    /** Whether it is news. */
    boolean acknowledged(Ack ack) {
        return acks.add(ack);
    }

    /** Removes its INVs and what was said about it. */
    void remove(OperationBatch batch) {
        contents.forEach((deployment, content) -> InvRows.remove(batch, key(deployment), InvRows.parts(content)));
        acks.forEach(ack -> ack.remove(batch));
    }
}
