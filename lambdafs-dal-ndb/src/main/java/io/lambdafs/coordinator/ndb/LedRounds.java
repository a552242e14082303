package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The own rounds: published in groups, acknowledged, removed. Used by one thread. */
final class LedRounds {
    private static final int MOST_ROUNDS_AT_ONCE = 64;
    private static final int MOST_BYTES_AT_ONCE = 64 * 1024;
    private static final int MOST_ATTEMPTS = 5;

    private final OwnRow row;
    private final NotifiedListener told;
    private final Consumer<Consumer<OperationBatch>> later;
    private final Deque<OwnRound> unpublished = new ArrayDeque<>();
    private final Map<Long, OwnRound> open = new HashMap<>();
    private final Set<Long> joinAcknowledgers = new HashSet<>();
    private long lastSequence;

    /**
     * None yet.
     *
     * @param later takes operations that are to be carried out at the next occasion
     */
    LedRounds(OwnRow row, NotifiedListener told, Consumer<Consumer<OperationBatch>> later) {
        this.row = row;
        this.told = told;
        this.later = later;
    }

    /** Whether acknowledgements may come. */
    boolean areOpen() {
        return !open.isEmpty();
    }

    void take(List<OwnRound> rounds) {
        for (OwnRound round : rounds) {
            round.place(++lastSequence);
            unpublished.add(round);
            open.put(round.round().number(), round);
        }
    }

    /**
     * Publishes what waits. What fails in a way that may pass waits for the next time.
     *
     * @throws StoreException if the cluster cannot be reached or the own registration is gone
     */
    void publish() {
        while (!unpublished.isEmpty()) {
            List<OwnRound> group = nextGroup();
            try {
                row.write(batch -> group.forEach(round -> round.insert(batch)));
            } catch (StoreException e) {
                if (e.kind() == Kind.MISSING_ROW || mayPass(group, e)) {
                    throw e;
                }
                settle(
                        group,
                        round -> told.tell(
                                listener -> listener.publishFailed(round.round(), String.valueOf(e.getMessage()))));
                continue;
            }
            settle(group, round -> told.tell(listener -> listener.published(round.round())));
        }
    }

    private List<OwnRound> nextGroup() {
        List<OwnRound> group = new ArrayList<>();
        int bytes = 0;
        for (OwnRound round : unpublished) {
            bytes += round.bytes();
            if (!group.isEmpty() && (bytes > MOST_BYTES_AT_ONCE || group.size() == MOST_ROUNDS_AT_ONCE)) {
                break;
            }
            group.add(round);
        }
        return group;
    }

    /** Whether to try again: not if others can write what these cannot. */
    private boolean mayPass(List<OwnRound> group, StoreException failure) {
        if (!failure.kind().retriable()) {
            return false;
        }
        boolean enough = group.get(0).attempted() >= MOST_ATTEMPTS;
        if (enough) {
            row.write(batch -> {});
        }
        return !enough;
    }

    private void settle(List<OwnRound> group, Consumer<OwnRound> telling) {
        for (OwnRound round : group) {
            unpublished.remove();
            telling.accept(round);
        }
    }

    void end(RoundId round) {
        OwnRound ended = open.remove(round.number());
        if (ended != null) {
            unpublished.remove(ended);
            later.accept(ended::remove);
        }
    }

    /** Someone has acknowledged something; told once. */
    void acknowledged(Ack ack) {
        WriterId by = new WriterId(ack.member());
        if (ack.round() == Ack.JOIN) {
            if (joinAcknowledgers.add(ack.member())) {
                told.tell(listener -> listener.joinAcknowledged(by));
            }
            later.accept(ack::remove);
            return;
        }
        OwnRound round = open.get(ack.round());
        if (round == null) {
            // It came after the end.
            later.accept(ack::remove);
        } else if (round.acknowledged(ack)) {
            told.tell(listener -> listener.acknowledged(round.round(), by));
        }
    }
}
