package io.lambdafs.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.PartitionFunction;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The coherence protocol of one NameNode: takes what happens, one event at a time, and says what is to be done about it.
 *
 * <p>It has no clock and no thread, and waits for nothing; its caller makes one call at a time, and carries out the
 * effects of an event before the next. It is Algorithm 1 of the λFS paper with its gaps closed: docs/protocols/coherence.md
 * has the argument, and the models that check it. What happens is handed on to {@link Membership}, {@link Follower} and
 * {@link Leader}, each of which says which rules it implements.
 *
 * <p>An event that cannot happen now is a defect of the caller, and ends in an {@link IllegalStateException}; what a
 * coordinator may deliver late or twice is not such an event.
 */
public final class CoherenceCore {
    private final Effects effects = new Effects();
    private final WritesInFlight writes;
    private final Map<Class<? extends CoherenceEvent>, Consumer<CoherenceEvent>> handlers = new HashMap<>();
    private final Fills fills;
    private final View view;
    private final Membership membership;
    private final Follower follower;
    private final Leader leader;

    /** The protocol without these rules, which is for tests that show that they are needed: production removes none. */
    public CoherenceCore(PartitionFunction partition, ProtocolRules rules) {
        writes = new WritesInFlight(rules);
        fills = new Fills(rules);
        view = new View(rules);
        membership = new Membership(rules, effects, view);
        follower = new Follower(rules, effects, fills, writes);
        Targets targets = new Targets(requireNonNull(partition, "partition"));
        leader = new Leader(rules, effects, fills, writes, targets, membership, follower);
        on(CoherenceEvent.Registered.class, this::registered);
        on(CoherenceEvent.OpenWriters.class, this::surveyed);
        on(CoherenceEvent.MemberJoined.class, event -> membership.joined(event.member(), writes.rounds()));
        on(CoherenceEvent.MemberDeparted.class, event -> departed(event.member()));
        on(CoherenceEvent.MemberFenced.class, event -> fenced(event.member()));
        on(CoherenceEvent.JoinAcknowledged.class, event -> membership.joinAcknowledged(event.by()));
        on(CoherenceEvent.InvArrived.class, event -> arrived(event.inv()));
        on(CoherenceEvent.InvEnded.class, event -> follower.ended(event.round()));
        on(CoherenceEvent.WriteBegins.class, leader::begins);
        on(CoherenceEvent.WriteTouches.class, leader::touches);
        on(CoherenceEvent.WriteSeals.class, event -> leader.seals(event.write()));
        on(CoherenceEvent.RoundBegins.class, leader::roundBegins);
        on(CoherenceEvent.RoundAcknowledged.class, event -> leader.acknowledged(event.round(), event.by()));
        on(CoherenceEvent.RoundGivenUp.class, event -> leader.givenUp(event.round()));
        on(CoherenceEvent.WriteEnds.class, event -> leader.ends(event.write()));
        on(CoherenceEvent.WriteInDoubt.class, event -> leader.inDoubt(event.write()));
        on(CoherenceEvent.SessionLost.class, event -> sessionLost());
    }

    private <E extends CoherenceEvent> void on(Class<E> type, Consumer<E> handler) {
        handlers.put(type, event -> handler.accept(type.cast(event)));
    }

    /**
     * Takes an event.
     *
     * @return what is to be done, in this order
     * @throws IllegalStateException if the event cannot happen now
     */
    public List<CoherenceEffect> step(CoherenceEvent event) {
        Consumer<CoherenceEvent> handler = handlers.get(event.getClass());
        if (handler == null) {
            throw new IllegalStateException("nothing is known of " + event);
        }
        effects.drain();
        handler.accept(event);
        membership.admitIfJoined();
        return effects.drain();
    }

    private void registered(CoherenceEvent.Registered event) {
        membership.begin(event.self(), event.others());
        leader.registered();
        event.existing().stream()
                .sorted(Comparator.comparing(Inv::round, RoundId.ORDER))
                .forEach(inv -> {
                    follower.found(inv);
                    fenceUnlessKnown(inv.round().writer());
                });
    }

    /* What was begun under a former name of this NameNode is in flight here, and pending. */
    private void surveyed(CoherenceEvent.OpenWriters event) {
        membership.surveyed(event.writers().stream()
                .filter(writer -> !writes.isBegunBy(writer))
                .sorted(Comparator.comparingLong(WriterId::value))
                .toList());
    }

    private void departed(WriterId member) {
        if (membership.departed(member)) {
            leader.departed(member);
            follower.departed(member);
        }
    }

    private void fenced(WriterId writer) {
        membership.fenced(writer);
        if (!membership.isPresent(writer)) {
            leader.gone(writer);
        }
        follower.removeInvsOf(writer);
        leader.decided(writer);
    }

    private void arrived(Inv inv) {
        if (membership.isRegistered() && !membership.isSelf(inv.round().writer()) && follower.arrived(inv)) {
            leader.yieldTo(inv);
            fenceUnlessKnown(inv.round().writer());
        }
    }

    /* Nobody would hear of the departure of a leader that is gone already. */
    private void fenceUnlessKnown(WriterId leaderOfInv) {
        if (!membership.knows(leaderOfInv)) {
            membership.fence(leaderOfInv);
        }
    }

    private void sessionLost() {
        membership.end();
        follower.clear();
        fills.disown();
        effects.add(new CoherenceEffect.ClearCache());
        leader.sessionLost();
    }

    /** Begins a read of what is on the path; to be ended with {@link #endFill}. */
    public FillToken beginFill(FsPath path) {
        return fills.begin(path, isPending(path), admits());
    }

    /** Whether no INV that covers what is read was pending when the read began, nor arrived since. */
    public boolean isUndisturbed(FillToken token) {
        return fills.isUndisturbed(token);
    }

    /** Whether what was read may be cached now, as far as is known without a clock. */
    public boolean mayAdmit(FillToken token) {
        return admits() && fills.isAdmissible(token);
    }

    /** Ends a read; without effect on one that has ended. */
    public void endFill(FillToken token) {
        fills.end(token);
    }

    /** Whether a write that may not have committed yet changes what a read of this path sees. */
    public boolean isPending(FsPath path) {
        return leader.isPending(path) || follower.isPending(path);
    }

    /** Whether the join is complete, so that fills are admitted and writes executed. */
    public boolean admits() {
        return membership.isAdmitting();
    }

    /** How many others may hold what this NameNode changes. */
    public int view() {
        return view.size();
    }

    /** How many rounds of this NameNode's are in flight, those included whose write has yet to commit. */
    public int roundsInFlight() {
        return writes.roundCount();
    }

    /** The members whose ACKs a round of this NameNode's still needs; none if it is over. */
    public Set<WriterId> missingAcks(RoundId round) {
        return writes.round(round).filter(Round::isOpen).map(Round::missing).orElse(Set.of());
    }
}
