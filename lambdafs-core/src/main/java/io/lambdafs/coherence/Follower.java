package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The INVs of others, as this NameNode follows them: invalidate, mark pending, acknowledge, in this order; pending until
 * the INV is removed. A former incarnation of the same NameNode is one of the others.
 *
 * <p>Implements {@link CoherenceRule#INVALIDATE_BEFORE_ACK}, {@link CoherenceRule#QUIESCE_BEFORE_ACK},
 * {@link CoherenceRule#PENDING_AT_JOIN} and {@link CoherenceRule#FENCE_BEFORE_REMOVAL}, and with {@link Leader}
 * {@link CoherenceRule#PENDING_UNTIL_COMMIT}.
 */
final class Follower {
    private final ProtocolRules rules;
    private final Effects effects;
    private final Fills fills;
    private final WritesInFlight writes;
    private final PendingScopes pending;
    private final Map<RoundId, Scope> unacknowledged = new TreeMap<>(RoundId.ORDER);
    private final Map<RoundId, Scope> uninvalidated = new TreeMap<>(RoundId.ORDER);

    Follower(ProtocolRules rules, Effects effects, Fills fills, WritesInFlight writes) {
        this.rules = rules;
        this.effects = effects;
        this.fills = fills;
        this.writes = writes;
        this.pending = new PendingScopes(rules);
    }

    /** An INV that was there before this incarnation; the cache is empty. */
    void found(Inv inv) {
        if (rules.keeps(CoherenceRule.PENDING_AT_JOIN) && pending.add(inv.round(), inv.scope())) {
            fills.cross(inv.scope());
            writes.cross(inv.scope());
            acknowledgeIfQuiet(inv.round(), inv.scope());
        }
    }

    /** An INV arrived; tells whether it is news. */
    boolean arrived(Inv inv) {
        if (!pending.add(inv.round(), inv.scope())) {
            return false;
        }
        if (!rules.keeps(CoherenceRule.INVALIDATE_BEFORE_ACK)) {
            uninvalidated.put(inv.round(), inv.scope());
        } else {
            forget(inv.scope());
        }
        writes.cross(inv.scope());
        acknowledgeIfQuiet(inv.round(), inv.scope());
        return true;
    }

    private void forget(Scope scope) {
        fills.cross(scope);
        effects.add(new CoherenceEffect.Invalidate(scope));
    }

    /** A write of this NameNode has ended: one that an INV's acknowledgement may have waited for. */
    void writeEnded() {
        if (unacknowledged.isEmpty()) {
            return;
        }
        Map.copyOf(unacknowledged).entrySet().stream()
                .sorted(Map.Entry.comparingByKey(RoundId.ORDER))
                .forEach(inv -> acknowledgeIfQuiet(inv.getKey(), inv.getValue()));
    }

    private void acknowledgeIfQuiet(RoundId round, Scope scope) {
        boolean waits = rules.keeps(CoherenceRule.QUIESCE_BEFORE_ACK);
        boolean below = waits && writes.below(scope).findAny().isPresent();
        if (below || writes.sealed(scope).findAny().isPresent()) {
            unacknowledged.put(round, scope);
            return;
        }
        unacknowledged.remove(round);
        effects.add(new CoherenceEffect.Acknowledge(round));
        if (!rules.keeps(CoherenceRule.PENDING_UNTIL_COMMIT)) {
            pending.remove(round);
        }
    }

    /** An INV was removed; nothing if it is unknown. */
    void ended(RoundId round) {
        pending.remove(round);
        unacknowledged.remove(round);
        Scope late = uninvalidated.remove(round);
        if (late != null) {
            forget(late);
        }
    }

    /** A leader has departed. */
    void departed(WriterId leader) {
        if (!rules.keeps(CoherenceRule.FENCE_BEFORE_REMOVAL)) {
            removeInvsOf(leader);
        }
    }

    /** The INVs that a leader left, which can commit nothing more, go. Each stays pending until it has gone. */
    void removeInvsOf(WriterId leader) {
        List<RoundId> left = pending.of(leader);
        left.forEach(round -> effects.add(new CoherenceEffect.RemoveInv(round)));
    }

    /** The session is lost: what exists is listed at the next registration. */
    void clear() {
        pending.clear();
        unacknowledged.clear();
        uninvalidated.clear();
    }

    boolean isPending(FsPath path) {
        return pending.disturb(path);
    }

    /** Whether a directory above the path is about to get another owner or permission. */
    boolean isPendingOnTheWayTo(FsPath path) {
        return pending.isOnTheWayTo(path);
    }

    /** Whether the path lies at or below a pending prefix. */
    boolean isSubtreePending(FsPath path) {
        return !pending.above(path).isEmpty();
    }

    /** Whether a subtree operation that comes before this round waits for this write to end. */
    boolean isAwaitedByEarlier(OwnWrite write, RoundId round) {
        return unacknowledged.entrySet().stream()
                .anyMatch(inv -> inv.getKey().isBefore(round) && write.isBelow(inv.getValue()));
    }
}
