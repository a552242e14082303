package io.lambdafs.namenode.sim.decoupling;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.sim.decoupling.JournalContent.Made;
import io.lambdafs.namenode.sim.decoupling.JournalContent.Place;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of decoupled subtrees after every commit. What journals come to is compared with a model of its own, not with what the
 * NameNode makes of them.
 *
 * <ul>
 *   <li>Nothing that a journal made can be reached before an attachment, and it becomes reachable once, where the journal has it.
 *   <li>A merge that ends has brought all that its journal made. One that was said to be atomic has brought it in one commit, and nothing is
 *       left under the names that the journal removed.
 *   <li>NameNodes that clear up begin to end no subtree whose lease goes on, and discard none whose merge has begun.
 *   <li>What is neither reachable nor of a decoupled subtree is gone: rows, blocks, parts of journals, notes of slices.
 * </ul>
 */
public final class SubtreeLedger {
    private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));
    private static final List<DetailKind> KINDS = List.of(DetailKind.SUBTREE_JOURNAL, DetailKind.SUBTREE_SLICE);

    private final Map<Long, Known> known = new TreeMap<>();
    private final Map<Long, Map<Long, JournalContent>> sent = new HashMap<>();

    /** By number, the checksums of journals whose merge was said to be atomic. */
    private final Map<Long, Set<Long>> promised = new HashMap<>();

    private Figures figures = Figures.NONE;

    /**
     * What happened.
     *
     * @param merges that ended
     * @param atomic of them, those that were said to be atomic and brought several inodes
     * @param inParts of them, those that took several attachments
     * @param discards of subtrees
     * @param clearedUp of both, those that a NameNode has begun because the lease had ended
     */
    public record Figures(int merges, int atomic, int inParts, int discards, int clearedUp) {
        public static final Figures NONE = new Figures(0, 0, 0, 0, 0);

        public Figures plus(Figures other) {
            return new Figures(
                    merges + other.merges,
                    atomic + other.atomic,
                    inParts + other.inParts,
                    discards + other.discards,
                    clearedUp + other.clearedUp);
        }
    }

    /** A subtree that is or was decoupled. */
    private static final class Known {
        private Decoupling present;
        private final Set<Long> reached = new HashSet<>();
        private final Set<Long> reachedInThisMerge = new HashSet<>();
        private int applied;
        private int attachments;
        /** Nobody holds it any more; parts of it may still have to be removed. */
        private boolean released;

        Known(Decoupling present) {
            this.present = present;
        }

        boolean has(long id) {
            long first = present.inodes().first();
            return id >= first && id <= first + present.inodes().count();
        }
    }

    public Figures figures() {
        return figures;
    }

    /** A client is about to have this merged. */
    void sends(long number, JournalContent content) {
        sent.computeIfAbsent(number, any -> new HashMap<>()).put(content.checksum(), content);
    }

    /** A client was told that the merge of this is atomic. */
    void promisedAtomic(long number, JournalContent content) {
        promised.computeIfAbsent(number, any -> new HashSet<>()).add(content.checksum());
    }

    /** Whether there is nothing that it would have to look at. */
    private boolean isIdle(InMemoryDatabase after) {
        return known.isEmpty()
                && after.inodes().stream().noneMatch(inode -> inode.parent().equals(INodeId.DECOUPLED));
    }

    /**
     * Something was committed.
     *
     * @param method of the request; empty if it was for none
     * @param clearsUp whether the request is a NameNode's that clears up
     * @throws SimFailure if something is wrong
     */
    public void committed(String method, boolean clearsUp, InMemoryDatabase after) {
        if (isIdle(after)) {
            return;
        }
        Map<Long, Present> present = present(after);
        present.forEach((number, now) -> known.computeIfAbsent(number, any -> new Known(now.decoupling())));
        Map<Long, INode> reachable = reachable(after);
        known.forEach((number, one) -> {
            Present now = held(present.get(number));
            if (!one.released) {
                if (clearsUp) {
                    requireLeaseOver(method, one, now, after);
                }
                look(method, one, now, reachable);
            } else if (now != null) {
                throw new SimFailure("a commit of '" + method + "' has the subtree " + number + " held again");
            }
        });
        known.forEach((number, one) -> {
            requireNothingAnew(method, one, reachable);
            if (!present.containsKey(number)) {
                requireNothingLeft(one, after);
            }
        });
    }

    private static @Nullable Present held(@Nullable Present now) {
        return now == null || now.decoupling().discard().begun() ? null : now;
    }

    private static void requireNothingAnew(String method, Known one, Map<Long, INode> reachable) {
        reachable.forEach((id, inode) -> {
            if (one.has(id) && !one.reached.contains(id)) {
                throw new SimFailure("a commit of '" + method + "' made " + inode + " reachable, which the subtree "
                        + one.present.number() + " has not merged");
            }
        });
    }

    private void look(String method, Known one, @Nullable Present now, Map<Long, INode> reachable) {
        boolean ends = now == null || !now.decoupling().merge().equals(one.present.merge());
        boolean attaches = method.equals(DecouplingMethods.ATTACH)
                && one.present.merge().hasBegun()
                && (now == null || ends || now.applied() > one.applied);
        if (attaches) {
            one.attachments++;
            attach(one, ends, reachable);
        }
        if (now == null) {
            one.released = true;
            if (!attaches) {
                requireDiscarded(method, one);
            }
            return;
        }
        if (ends) {
            one.reachedInThisMerge.clear();
            one.attachments = 0;
            requireNoneLost(one.present, now.decoupling());
        }
        one.present = now.decoupling();
        one.applied = now.applied();
    }

    /** The holder of a subtree keeps it as long as the lease goes on, whatever NameNodes have seen before. */
    private void requireLeaseOver(String method, Known one, @Nullable Present now, InMemoryDatabase after) {
        boolean begun = one.present.merge().hasBegun();
        boolean discards = now == null && method.equals(DecouplingMethods.DISCARD);
        boolean begins = now != null && !begun && now.decoupling().merge().hasBegun();
        if (!discards && !begins) {
            return;
        }
        if (begun || !one.present.term().isOver(millis(after))) {
            throw new SimFailure(
                    "a NameNode that clears up " + (discards ? "discards" : "begins to merge") + " the subtree "
                            + one.present.number() + (begun ? ", whose merge has begun" : ", whose lease goes on"));
        }
        figures = figures.plus(new Figures(0, 0, 0, 0, 1));
    }

    private static long millis(InMemoryDatabase state) {
        try (InMemoryMetadataStore store = new InMemoryMetadataStore(state, AT_ONCE);
                Transaction tx = store.beginRead()) {
            return tx.nowMillis();
        }
    }

    /** What a client had made durable in the store is part of any merge. */
    private static void requireNoneLost(Decoupling before, Decoupling now) {
        boolean begins = now.merge().hasBegun() && !before.merge().hasBegun();
        if (begins && now.merge().journal().entries() < before.persisted().entries()) {
            throw new SimFailure("the merge of the subtree " + now.number() + " has " + now.merge()
                    + ", and its client had made this durable: " + before.persisted());
        }
    }

    private void requireDiscarded(String method, Known one) {
        if (!method.equals(DecouplingMethods.DISCARD)) {
            throw new SimFailure("a commit of '" + method + "' ended the subtree " + one.present.number());
        }
        figures = figures.plus(new Figures(0, 0, 0, 1, 0));
    }

    private void attach(Known one, boolean ends, Map<Long, INode> reachable) {
        JournalContent content = begun(one);
        reachable.forEach((id, inode) -> {
            if (one.has(id) && !one.reached.contains(id)) {
                requirePlace(one, content, inode);
                one.reached.add(id);
                one.reachedInThisMerge.add(id);
            }
        });
        if (ends) {
            requireAllThere(one, content, reachable);
        }
    }

    private JournalContent begun(Known one) {
        Map<Long, JournalContent> contents =
                sent.getOrDefault(one.present.number().value(), Map.of());
        JournalContent content = contents.get(one.present.merge().journal().checksum());
        if (content == null) {
            throw new SimFailure("a journal is merged that nobody has sent: " + one.present);
        }
        return content;
    }

    private static void requirePlace(Known one, JournalContent content, INode inode) {
        Decoupling decoupling = one.present;
        if (inode.id().equals(decoupling.replacement())) {
            return;
        }
        long id = inode.id().value();
        Made made = content.made().getOrDefault(id, content.dropped().get(id));
        if (made == null) {
            throw new SimFailure("the merge of the subtree " + decoupling.number() + " brought " + inode
                    + ", which its journal has not made: " + content.made());
        }
        boolean inRoot = made.at().parent() == decoupling.directory().value();
        INodeId parent = inRoot && decoupling.merge().aside()
                ? decoupling.replacement()
                : new INodeId(made.at().parent());
        boolean right = inode.parent().equals(parent)
                && inode.name().toString().equals(made.at().name())
                && inode.isDirectory() == made.directory()
                && inode.attributes().permission().mode() == made.permission();
        if (!right) {
            throw new SimFailure("the merge of the subtree " + decoupling.number() + " brought " + inode
                    + ", which its journal has as " + made);
        }
    }

    private void requireAllThere(Known one, JournalContent content, Map<Long, INode> reachable) {
        Set<Long> missing = new HashSet<>(content.made().keySet());
        missing.removeAll(one.reached);
        if (!missing.isEmpty()) {
            throw new SimFailure("of what the journal of the subtree " + one.present.number()
                    + " made this is missing after the merge: " + missing + " of " + content.made());
        }
        boolean atomic =
                promised.getOrDefault(one.present.number().value(), Set.of()).contains(content.checksum());
        if (atomic && one.attachments != 1) {
            throw new SimFailure("the merge of the subtree " + one.present.number()
                    + " was said to be atomic, and took " + one.attachments + " attachments");
        }
        boolean anew = one.reachedInThisMerge.containsAll(content.made().keySet());
        if (one.attachments == 1 && anew) {
            for (Place place : content.removed()) {
                requireRemoved(one, content, place, reachable);
            }
        }
        figures = figures.plus(
                new Figures(1, atomic && content.made().size() > 1 ? 1 : 0, one.attachments > 1 ? 1 : 0, 0, 0));
    }

    private static void requireRemoved(Known one, JournalContent content, Place place, Map<Long, INode> reachable) {
        boolean inRoot = place.parent() == one.present.directory().value();
        INodeId parent =
                inRoot && one.present.merge().aside() ? one.present.replacement() : new INodeId(place.parent());
        reachable.values().stream()
                .filter(inode -> inode.parent().equals(parent)
                        && inode.name().toString().equals(place.name())
                        && !content.made().containsKey(inode.id().value()))
                .findFirst()
                .ifPresent(inode -> {
                    throw new SimFailure("the journal of the subtree " + one.present.number() + " removed " + place
                            + ", and after the merge there is " + inode);
                });
    }

    private static void requireNothingLeft(Known one, InMemoryDatabase after) {
        INodeId number = one.present.number();
        for (INode inode : after.inodes()) {
            boolean own = one.has(inode.id().value()) || inode.id().equals(number);
            if (own && !one.reached.contains(inode.id().value())) {
                throw new SimFailure("the subtree " + number + " has ended, and something is left of it: " + inode);
            }
        }
        boolean blocks = after.blocks().stream().anyMatch(block -> block.file().equals(number));
        if (blocks || hasDetails(number, after)) {
            throw new SimFailure("the subtree " + number + " has ended, and its journal or its blocks are left");
        }
    }

    private static boolean hasDetails(INodeId number, InMemoryDatabase state) {
        try (InMemoryMetadataStore store = new InMemoryMetadataStore(state, AT_ONCE);
                Transaction tx = store.beginRead()) {
            return KINDS.stream()
                    .anyMatch(kind -> !tx.details().of(number, kind, 0, 1).isEmpty());
        }
    }

    /**
     * A subtree as the store has it.
     *
     * @param applied how many slices and attachments are noted
     */
    private record Present(Decoupling decoupling, int applied) {}

    private static Map<Long, Present> present(InMemoryDatabase state) {
        Map<Long, Present> present = new TreeMap<>();
        try (InMemoryMetadataStore store = new InMemoryMetadataStore(state, AT_ONCE);
                Transaction tx = store.beginRead()) {
            Decouplings decouplings = Decouplings.in(tx);
            decouplings
                    .all()
                    .forEach(one -> present.put(
                            one.number().value(), new Present(one, decouplings.countApplied(one.number()))));
        }
        return present;
    }

    private static List<Decoupling> all(InMemoryDatabase state) {
        try (InMemoryMetadataStore store = new InMemoryMetadataStore(state, AT_ONCE);
                Transaction tx = store.beginRead()) {
            return Decouplings.in(tx).all();
        }
    }

    /** How many rows are of decoupled subtrees and cannot be reached yet. */
    public static int hidden(InMemoryDatabase state, Map<INodeId, List<INode>> children) {
        if (!children.containsKey(INodeId.DECOUPLED)) {
            return 0;
        }
        Set<INodeId> ids = new HashSet<>();
        state.inodes().forEach(inode -> ids.add(inode.id()));
        int count = children.get(INodeId.DECOUPLED).size();
        for (Decoupling decoupling : all(state)) {
            long first = decoupling.inodes().first();
            for (long id = first; id <= first + decoupling.inodes().count(); id++) {
                INodeId parent = new INodeId(id);
                if (!ids.contains(parent)) {
                    count += below(parent, children);
                }
            }
        }
        return count;
    }

    private static int below(INodeId directory, Map<INodeId, List<INode>> children) {
        int count = 0;
        for (INode child : children.getOrDefault(directory, List.of())) {
            count += 1 + below(child.id(), children);
        }
        return count;
    }

    /** What clients can reach, by number. */
    private static Map<Long, INode> reachable(InMemoryDatabase state) {
        Map<INodeId, List<INode>> children = new HashMap<>();
        state.inodes()
                .forEach(inode -> children.computeIfAbsent(inode.parent(), id -> new ArrayList<>())
                        .add(inode));
        Map<Long, INode> reachable = new HashMap<>();
        add(INodeId.NONE, children, reachable);
        return reachable;
    }

    private static void add(INodeId directory, Map<INodeId, List<INode>> children, Map<Long, INode> reachable) {
        for (INode inode : children.getOrDefault(directory, List.of())) {
            if (reachable.put(inode.id().value(), inode) != null) {
                throw new SimFailure("two entries have the number " + inode.id() + ": " + inode);
            }
            add(inode.id(), children, reachable);
        }
    }
}
