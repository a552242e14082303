package io.lambdafs.coherence;

import io.lambdafs.store.WriterId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The members that may hold what this NameNode changes, and whose writes this NameNode's subtree operations wait for.
 *
 * <p>A member is in the view from when it is heard of until it has been fenced. Implements
 * {@link CoherenceRule#FENCE_BEFORE_LEAVING_VIEW}, and {@link CoherenceRule#FENCE_BEFORE_SUBTREE} for members that vanished
 * before the round.
 */
final class View {
    private final boolean leftOnceFenced;
    private final boolean departedAsked;
    private final Map<WriterId, Peer> peers = new TreeMap<>(Comparator.comparingLong(WriterId::value));

    View(ProtocolRules rules) {
        leftOnceFenced = rules.keeps(CoherenceRule.FENCE_BEFORE_LEAVING_VIEW);
        departedAsked = rules.keeps(CoherenceRule.FENCE_BEFORE_SUBTREE);
    }

    /** Adds a member; tells whether it was unknown. */
    boolean add(Member member) {
        return peers.putIfAbsent(member.writer(), new Peer(member)) == null;
    }

    void clear() {
        peers.clear();
    }

    int size() {
        return peers.size();
    }

    boolean contains(WriterId writer) {
        return peers.containsKey(writer);
    }

    boolean isPresent(WriterId writer) {
        Peer peer = peers.get(writer);
        return peer != null && peer.present;
    }

    /** A member's registration is gone; tells whether it had been there. */
    boolean departed(WriterId writer) {
        Peer peer = peers.get(writer);
        if (peer == null || !peer.present) {
            return false;
        }
        peer.present = false;
        if (!leftOnceFenced) {
            peers.remove(writer);
        }
        return true;
    }

    /** A writer was fenced: it leaves the view, unless its registration is still there, for then it may serve reads. */
    void fenced(WriterId writer) {
        if (!isPresent(writer)) {
            peers.remove(writer);
        }
    }

    /**
     * Whose ACK a round needs.
     *
     * @param deployments that it concerns
     * @param resolution whether those are asked, too, whose registration is gone: their caches serve no more, but their
     *     writes may go on until they are fenced
     */
    Set<Member> needed(Set<Integer> deployments, boolean resolution) {
        if (peers.isEmpty()) {
            return Set.of();
        }
        Set<Member> needed = new HashSet<>();
        for (Peer peer : peers.values()) {
            boolean asked = peer.present || (resolution && departedAsked);
            if (asked && deployments.contains(peer.member.deployment())) {
                needed.add(peer.member);
            }
        }
        return needed;
    }

    private static final class Peer {
        private final Member member;
        private boolean present = true;

        Peer(Member member) {
            this.member = member;
        }
    }
}
