package io.lambdafs.coherence;

import io.lambdafs.store.WriterId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The present incarnation as a member: what its own join waits for, which joins of others it has not acknowledged yet, and
 * which writers are being fenced.
 *
 * <p>The own join waits for the ACK of each member that was there before, or for its fence if it vanishes. It also
 * waits for the fence of each writer that had vanished before and has a transaction open. Implements
 * {@link CoherenceRule#ADMIT_AFTER_JOIN}, {@link CoherenceRule#ACKNOWLEDGE_JOIN_WHEN_IDLE},
 * {@link CoherenceRule#FENCE_BEFORE_JOIN} and {@link CoherenceRule#FENCE_STRANGERS}.
 */
final class Membership {
    private static final Comparator<WriterId> BY_VALUE = Comparator.comparingLong(WriterId::value);

    private final ProtocolRules rules;
    private final Effects effects;
    private final View view;
    private final Set<WriterId> unacknowledging = new HashSet<>();
    private final Set<WriterId> strangers = new HashSet<>();
    private final Set<WriterId> fencing = new HashSet<>();
    private final Map<WriterId, Set<RoundId>> joiners = new TreeMap<>(BY_VALUE);
    private @Nullable Member self;
    private boolean surveyed;
    private boolean admitting;

    Membership(ProtocolRules rules, Effects effects, View view) {
        this.rules = rules;
        this.effects = effects;
        this.view = view;
    }

    /** Begins an incarnation among these. */
    void begin(Member incarnation, Collection<Member> others) {
        if (self != null) {
            throw new IllegalStateException(
                    incarnation.writer() + " is registered before the session of " + self.writer() + " was lost");
        }
        self = incarnation;
        others.forEach(member -> {
            if (!isSelf(member.writer())) {
                view.add(member);
                unacknowledging.add(member.writer());
            }
        });
        surveyed = !rules.keeps(CoherenceRule.FENCE_STRANGERS);
        if (!rules.keeps(CoherenceRule.ADMIT_AFTER_JOIN)) {
            unacknowledging.clear();
            surveyed = true;
        }
    }

    /** Ends the incarnation. A fence that is under way goes on, and is not asked for again. */
    void end() {
        self = null;
        surveyed = false;
        admitting = false;
        view.clear();
        unacknowledging.clear();
        strangers.clear();
        joiners.clear();
    }

    boolean isRegistered() {
        return self != null;
    }

    boolean isSelf(WriterId writer) {
        return self != null && self.writer().equals(writer);
    }

    boolean isAdmitting() {
        return admitting;
    }

    /** Whether INVs of this writer are ended by it, or by the members that hear of its departure. */
    boolean knows(WriterId writer) {
        return isSelf(writer) || view.contains(writer);
    }

    boolean isPresent(WriterId writer) {
        return view.isPresent(writer);
    }

    /** A member joined while these rounds ran. */
    void joined(Member member, Set<RoundId> running) {
        if (self == null || isSelf(member.writer()) || !view.add(member)) {
            return;
        }
        boolean atOnce = !rules.keeps(CoherenceRule.ACKNOWLEDGE_JOIN_WHEN_IDLE);
        Set<RoundId> before = new TreeSet<>(RoundId.ORDER);
        if (!atOnce) {
            before.addAll(running);
        }
        joiners.put(member.writer(), before);
        acknowledgeJoins();
    }

    /** A round is over: one that a joiner may have waited for. */
    void roundEnded(RoundId round) {
        joiners.values().forEach(before -> before.remove(round));
        acknowledgeJoins();
    }

    private void acknowledgeJoins() {
        if (joiners.isEmpty()) {
            return;
        }
        List<WriterId> ready = joiners.entrySet().stream()
                .filter(joiner -> joiner.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        for (WriterId joiner : ready) {
            joiners.remove(joiner);
            effects.add(new CoherenceEffect.AcknowledgeJoin(joiner));
        }
    }

    /** A member's registration is gone; tells whether that is news. */
    boolean departed(WriterId member) {
        if (!view.departed(member)) {
            return false;
        }
        joiners.remove(member);
        if (!rules.keeps(CoherenceRule.FENCE_BEFORE_JOIN)) {
            unacknowledging.remove(member);
        }
        fence(member);
        return true;
    }

    /** Has a writer fenced, once at a time. */
    void fence(WriterId writer) {
        if (fencing.add(writer)) {
            effects.add(new CoherenceEffect.Fence(writer));
        }
    }

    void fenced(WriterId writer) {
        fencing.remove(writer);
        strangers.remove(writer);
        view.fenced(writer);
        if (!view.contains(writer)) {
            unacknowledging.remove(writer);
        }
    }

    void joinAcknowledged(WriterId by) {
        unacknowledging.remove(by);
    }

    /** These have transactions open; of those who are no members, nobody else may know. */
    void surveyed(List<WriterId> open) {
        if (self == null || surveyed) {
            return;
        }
        surveyed = true;
        open.stream().filter(writer -> !knows(writer)).forEach(stranger -> {
            strangers.add(stranger);
            fence(stranger);
        });
    }

    /** Begins to admit, if nothing that the join waits for is missing. */
    void admitIfJoined() {
        if (self != null && !admitting && surveyed && strangers.isEmpty() && unacknowledging.isEmpty()) {
            admitting = true;
            effects.add(new CoherenceEffect.Admit());
        }
    }

    /** As {@link View#needed}. */
    Set<Member> needed(Set<Integer> deployments, boolean resolution) {
        return view.needed(deployments, resolution);
    }
}
