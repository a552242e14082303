package io.lambdafs.coherence;

import io.lambdafs.coherence.CoherenceEffect.Reason;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The writes of this NameNode, and the rounds that they lead.
 *
 * <p>What a round covers is invalidated and pending here before anybody is asked, and stays pending until the write has
 * ended. A subtree round first waits for the other writes of this NameNode below its prefixes; one for a directory that stays
 * turns those below back, and waits for those that are sealed. Implements
 * {@link CoherenceRule#LEASE_BEFORE_WRITE}, {@link CoherenceRule#WRITE_AFTER_JOIN},
 * {@link CoherenceRule#REFUSE_BELOW_PENDING}, {@link CoherenceRule#PENDING_WHILE_IN_DOUBT},
 * {@link CoherenceRule#TURN_BACK_CROSSED}, {@link CoherenceRule#LOCK_BELOW_PENDING},
 * {@link CoherenceRule#FENCE_BEFORE_SUBTREE} and, with {@link Follower}, {@link CoherenceRule#PENDING_UNTIL_COMMIT} and
 * {@link CoherenceRule#PENDING_AT_JOIN}.
 */
final class Leader {
    private final ProtocolRules rules;
    private final Effects effects;
    private final Fills fills;
    private final WritesInFlight writes;
    private final Targets targets;
    private final Membership membership;
    private final Follower follower;
    private final PendingScopes pending;

    Leader(
            ProtocolRules rules,
            Effects effects,
            Fills fills,
            WritesInFlight writes,
            Targets targets,
            Membership membership,
            Follower follower) {
        this.rules = rules;
        this.effects = effects;
        this.fills = fills;
        this.writes = writes;
        this.targets = targets;
        this.membership = membership;
        this.follower = follower;
        this.pending = new PendingScopes(rules);
    }

    boolean isPending(FsPath path) {
        return pending.disturb(path);
    }

    void begins(CoherenceEvent.WriteBegins event) {
        Optional<Reason> refusal = refusal(event);
        if (refusal.isPresent()) {
            effects.add(new CoherenceEffect.WriteRefused(event.write(), refusal.get()));
            return;
        }
        writes.begin(new OwnWrite(event.write(), event.writer(), event.paths()));
        effects.add(new CoherenceEffect.WriteAdmitted(event.write()));
    }

    private Optional<Reason> refusal(CoherenceEvent.WriteBegins event) {
        if (!keepsLease(event.writer(), event.leaseValid())) {
            return Optional.of(Reason.NO_LEASE);
        }
        if (!membership.isAdmitting() && rules.keeps(CoherenceRule.WRITE_AFTER_JOIN)) {
            return Optional.of(Reason.NOT_JOINED);
        }
        for (FsPath path : event.paths()) {
            if (isBelowPending(event.write(), path)) {
                return Optional.of(Reason.SUBTREE_PENDING);
            }
        }
        return Optional.empty();
    }

    private boolean keepsLease(WriterId writer, boolean leaseValid) {
        boolean former = membership.isRegistered() && !membership.isSelf(writer);
        return (leaseValid && !former) || !rules.keeps(CoherenceRule.LEASE_BEFORE_WRITE);
    }

    void touches(CoherenceEvent.WriteTouches event) {
        long number = event.write();
        FsPath path = event.path();
        OwnWrite write = writes.write(number);
        if (isBelowPending(number, path)) {
            effects.add(new CoherenceEffect.WriteRefused(number, Reason.SUBTREE_PENDING));
            return;
        }
        boolean byLocks = event.byLocks() || isPendingOnTheWayTo(path);
        write.touch(path, byLocks);
        if (byLocks) {
            effects.add(new CoherenceEffect.LockOnTheWay(number, path));
        }
        effects.add(new CoherenceEffect.WriteAdmitted(number));
    }

    private boolean isPendingOnTheWayTo(FsPath path) {
        return rules.keeps(CoherenceRule.LOCK_BELOW_PENDING)
                && (follower.isPendingOnTheWayTo(path) || pending.isOnTheWayTo(path));
    }

    /** The write is about to commit: from now on it is waited for, and not turned back. */
    void seals(long number) {
        OwnWrite write = writes.write(number);
        if (isTurnedBack(write)) {
            effects.add(new CoherenceEffect.WriteRefused(number, Reason.CROSSED));
            return;
        }
        write.seal();
        effects.add(new CoherenceEffect.WriteAdmitted(number));
    }

    private boolean isTurnedBack(OwnWrite write) {
        return write.isCrossed() && rules.keeps(CoherenceRule.TURN_BACK_CROSSED);
    }

    private boolean isBelowPending(long number, FsPath path) {
        if (!rules.keeps(CoherenceRule.REFUSE_BELOW_PENDING)) {
            return false;
        }
        if (follower.isSubtreePending(path)) {
            return true;
        }
        for (RoundId round : pending.above(path)) {
            if (!writes.leads(number, round)) {
                return true;
            }
        }
        return false;
    }

    void roundBegins(CoherenceEvent.RoundBegins event) {
        OwnWrite write = writes.write(event.write());
        Round round = new Round(event.round(), event.scope());
        writes.lead(write, round);
        pending.add(round.id(), round.scope());
        writes.cross(round.scope());
        if (!round.scope().isEmpty()) {
            fills.cross(round.scope());
            effects.add(new CoherenceEffect.Invalidate(round.scope()));
        }
        if (!membership.isSelf(event.round().writer()) && rules.keeps(CoherenceRule.LEASE_BEFORE_WRITE)) {
            fail(round, Reason.SESSION_LOST);
        } else if (isTurnedBack(write)) {
            fail(round, Reason.CROSSED);
        } else if (mustYield(write, round)) {
            fail(round, Reason.YIELDED);
        } else {
            publishIfQuiet(write, round);
        }
    }

    /*
     * Of two subtree operations each of which has a path below the other's prefix, the one with the earlier round goes
     * on. In every cycle of waiting there is a later one that an earlier one waits for, and the later one gives way.
     * Within one NameNode the second gives way whatever its number, since it has only begun.
     */
    private boolean mustYield(OwnWrite write, Round round) {
        if (!round.scope().isSubtree()) {
            return false;
        }
        return follower.isAwaitedByEarlier(write, round.id())
                || writes.openRounds().stream()
                        .anyMatch(other -> !write.leads(other.id()) && write.isBelow(other.scope()));
    }

    /** An INV of a subtree operation arrived that waits for writes of this NameNode: later operations among them give way. */
    void yieldTo(Inv inv) {
        writes.below(inv.scope())
                .flatMap(write -> write.rounds().stream())
                .filter(round -> round.isOpen()
                        && round.scope().isSubtree()
                        && inv.round().isBefore(round.id()))
                .toList()
                .forEach(round -> fail(round, Reason.YIELDED));
    }

    private void publishIfQuiet(OwnWrite write, Round round) {
        if (round.scope().changesResolution() && awaitsOthers(write, round)) {
            return;
        }
        Map<Integer, Scope> split = targets.split(round.scope());
        Set<Member> needed = membership.needed(split.keySet(), round.scope().changesResolution());
        if (needed.isEmpty()) {
            complete(round);
            return;
        }
        Map<Integer, Scope> scopes = new TreeMap<>(split);
        round.publishTo(needed.stream().map(Member::writer).toList());
        scopes.keySet().retainAll(needed.stream().map(Member::deployment).collect(Collectors.toSet()));
        effects.add(new CoherenceEffect.Publish(round.id(), scopes));
    }

    private boolean awaitsOthers(OwnWrite write, Round round) {
        return Stream.concat(writes.below(round.scope()), writes.sealed(round.scope()))
                .anyMatch(other -> other != write);
    }

    /** A new incarnation begins: what former ones have begun stays pending until it has ended. */
    void registered() {
        if (!rules.keeps(CoherenceRule.PENDING_AT_JOIN)) {
            pending.clear();
        }
    }

    /** A member has acknowledged a round; without effect if the round waits for it no more. */
    void acknowledged(RoundId id, WriterId by) {
        writes.round(id).filter(round -> round.satisfied(by)).ifPresent(this::complete);
    }

    /** A member has departed: its cache serves nothing any more, though its writes may go on. */
    void departed(WriterId member) {
        boolean allRounds = !rules.keeps(CoherenceRule.FENCE_BEFORE_SUBTREE);
        writes.openRounds().stream()
                .filter(round -> allRounds || !round.scope().changesResolution())
                .forEach(round -> acknowledged(round.id(), member));
    }

    /** A writer that is no member was fenced: nothing waits for it any more, and what it left in doubt is decided. */
    void gone(WriterId writer) {
        writes.openRounds().forEach(round -> acknowledged(round.id(), writer));
    }

    /** A writer of this NameNode's was fenced: its commits that were in doubt have taken effect, or never will. */
    void decided(WriterId writer) {
        writes.inDoubt(writer).forEach(write -> end(write.number()));
    }

    void givenUp(RoundId id) {
        writes.round(id).filter(Round::isOpen).ifPresent(round -> fail(round, Reason.GIVEN_UP));
    }

    void sessionLost() {
        writes.openRounds().forEach(round -> fail(round, Reason.SESSION_LOST));
    }

    private void complete(Round round) {
        round.complete();
        if (!rules.keeps(CoherenceRule.PENDING_UNTIL_COMMIT)) {
            pending.remove(round.id());
        }
        effects.add(new CoherenceEffect.RoundComplete(round.id()));
    }

    private void fail(Round round, Reason reason) {
        round.fail();
        effects.add(new CoherenceEffect.RoundFailed(round.id(), reason));
    }

    void ends(long number) {
        if (writes.write(number).isInDoubt()) {
            throw new IllegalStateException("write " + number + " is in doubt: only its writer's fence ends it");
        }
        end(number);
    }

    void inDoubt(long number) {
        if (!rules.keeps(CoherenceRule.PENDING_WHILE_IN_DOUBT)) {
            end(number);
            return;
        }
        OwnWrite write = writes.write(number);
        if (write.rounds().stream().anyMatch(Round::isOpen)) {
            throw new IllegalStateException("write " + number + " was committed before its rounds were over");
        }
        write.doubt();
    }

    private void end(long number) {
        for (Round round : writes.end(number).rounds()) {
            pending.remove(round.id());
            if (round.wasPublished()) {
                effects.add(new CoherenceEffect.EndInv(round.id()));
            }
            membership.roundEnded(round.id());
        }
        follower.writeEnded();
        writes.quiescing().forEach(waiting -> publishIfQuiet(waiting.getKey(), waiting.getValue()));
    }
}
