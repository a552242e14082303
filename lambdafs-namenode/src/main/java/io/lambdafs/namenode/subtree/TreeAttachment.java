package io.lambdafs.namenode.subtree;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.op.namespace.Removal;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathClimb;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.quota.FileUse;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.journal.OverlayNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes what a journal made reachable, in one transaction. Used once.
 *
 * <p>The journal's side wins: what others have put under a name of the journal's is removed, and its path is reported.
 */
public final class TreeAttachment {
    private static final int MOST_TOLD = 100;

    /** The most entries that are invalidated one by one; for more, instances forget all below the directory. */
    private static final int MOST_NAMED = 100;

    /** The most entries of others that a tree takes along which takes the place of a directory. */
    private static final int MOST_OTHERS = 10_000;

    private final CallContext call;
    private final Transaction tx;
    private final ChangeSet changes;
    private final MergeTree tree;
    private final SliceInsertion insertion;
    private final NamespaceLimits limits;
    private final List<String> replaced = new ArrayList<>();
    private final Set<INodeId> gone = new HashSet<>();
    private long replacedCount;

    /**
     * An attachment.
     *
     * @param call is made by the client that holds the subtree
     * @param tx holds the decoupling EXCLUSIVE
     */
    public TreeAttachment(
            CallContext call,
            Transaction tx,
            ChangeSet changes,
            MergeTree tree,
            SliceInsertion insertion,
            NamespaceLimits limits) {
        this.call = call;
        this.tx = tx;
        this.changes = changes;
        this.tree = tree;
        this.insertion = insertion;
        this.limits = limits;
    }

    /** How many entries of others were removed for it. */
    public long replacedCount() {
        return replacedCount;
    }

    /** The paths of the first hundred. */
    public List<String> replaced() {
        return List.copyOf(replaced);
    }

    /**
     * Puts the tree that was built aside in the place of the root, which must be empty still.
     *
     * @param at the root of the subtree, locked as an entry
     * @return the directory that is there now, which nobody holds
     */
    public Directory replace(ResolvedPath at) {
        Directory root = (Directory) at.last();
        OverlayNode node = tree.tree().node(root.id().value()).orElse(null);
        requireNoDetails(at.path(), root);
        changes.resolutionChanged(at.path(), root);
        changes.requireQuiesced();
        int others = keepOthers(at, root);
        Quotas.attached(tx, parent(at), use(at, tree.slices()));
        Attributes attributes = node == null ? root.attributes() : changed(root, node);
        int children = others + (node == null ? 0 : node.childCount());
        Directory replacement = SubtreeHold.released(
                new Directory(tree.decoupling().replacement(), root.key(), attributes, children, false));
        requireRoom(replacement, at.path());
        tx.inodes().delete(List.of(root.id()));
        tx.inodes().insert(replacement);
        changes.changed(at.path());
        return replacement;
    }

    /* They bear the number of the directory. When the merge began there were none. */
    private static void requireNoDetails(FsPath path, Directory root) {
        if (root.attributes().features().hasDetails()
                || !root.attributes().features().snapshots().isNone()) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Another user has set a quota or extended attributes of " + path
                            + " since its merge began, or has allowed snapshots. Take that back, and finish the merge.");
        }
    }

    /* What others have put into the directory since the merge began goes along, unless the journal has or has removed the name. */
    private int keepOthers(ResolvedPath at, Directory root) {
        List<INode> others = tx.inodes().children(root.id(), Name.EMPTY, MOST_OTHERS);
        if (others.size() == MOST_OTHERS) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Others have put more than " + MOST_OTHERS + " entries into " + at.path()
                            + " since it was decoupled. Move them away, and finish the merge.");
        }
        int kept = 0;
        for (INode other : others) {
            String name = other.name().toString();
            boolean removed = tree.tree().isRemoved(root.id().value(), name);
            if (removed || tree.tree().child(root.id().value(), name).isPresent()) {
                remove(at, other, !removed, checker());
            } else {
                INodeKey key = new INodeKey(tree.decoupling().replacement(), other.name());
                tx.inodes().update(other.withKey(key));
                kept++;
            }
        }
        return kept;
    }

    /* The holder is not kept from what it holds. */
    private PermissionChecker checker() {
        return PermissionChecker.ofHolder(call, tree.decoupling().number().value());
    }

    private static ResolvedPath parent(ResolvedPath at) {
        return new ResolvedPath(
                at.path().parent(), at.chain().subList(0, at.chain().size() - 1));
    }

    private void requireRoom(Directory directory, FsPath path) {
        if (directory.children() > limits.maxDirectoryItems()) {
            limits.requireRoom(directory, path);
        }
    }

    /** Attaches one part of the tree to directories that were there before. */
    public void attach(int part) {
        List<MergeTree.AttachedDirectory> directories = tree.attachment(part).directories();
        Map<INodeId, INode> locked = lock(directories);
        List<Exchange> exchanges = new ArrayList<>();
        for (MergeTree.AttachedDirectory directory : directories) {
            INode row = locked.get(new INodeId(directory.node().id()));
            if (row == null) {
                throw MissingDirectory.refusal(new INodeId(directory.node().id()));
            }
            exchanges.add(new Exchange(directory, climb(row), tx.inodes().find(names(directory, row))));
        }
        exchanges.forEach(this::tell);
        changes.requireQuiesced();
        exchanges.forEach(this::attach);
    }

    /**
     * What happens to one directory from before.
     *
     * @param going the entries that the journal removes or replaces
     */
    private record Exchange(MergeTree.AttachedDirectory part, ResolvedPath at, List<INode> going) {}

    private static List<INodeKey> names(MergeTree.AttachedDirectory part, INode directory) {
        if (!directory.isDirectory()) {
            return List.of();
        }
        Set<String> names = new LinkedHashSet<>();
        part.children().forEach(child -> names.add(child.name()));
        if (part.first()) {
            names.addAll(part.node().removed());
        }
        return names.stream()
                .map(name -> new INodeKey(directory.id(), NewInodes.name(name)))
                .toList();
    }

    /* Of all of them before anything waits for it: each wait begins the transaction anew, and forgets what the last one was for. */
    private void tell(Exchange exchange) {
        ResolvedPath at = exchange.at();
        List<OverlayNode> children = exchange.part().children();
        if (children.size() > MOST_NAMED) {
            changes.resolutionChanged(at.path(), at.last());
        } else {
            children.forEach(child -> changes.changed(at.path().child(NewInodes.name(child.name()))));
        }
        exchange.going().forEach(gone -> changes.resolutionChanged(at.path().child(gone.name()), gone));
    }

    private Map<INodeId, INode> lock(List<MergeTree.AttachedDirectory> directories) {
        List<RowLock> locks = directories.stream()
                .map(directory -> new RowLock(new INodeId(directory.node().id()), LockMode.EXCLUSIVE))
                .toList();
        Map<INodeId, INode> locked = new HashMap<>();
        if (!locks.isEmpty()) {
            tx.inodes().lock(locks).forEach(inode -> locked.put(inode.id(), inode));
        }
        return locked;
    }

    private ResolvedPath climb(INode inode) {
        INodeId root = tree.decoupling().directory();
        return PathClimb.from(tx, inode)
                .filter(at -> at.chain().stream().anyMatch(on -> on.id().equals(root)))
                .orElseThrow(() -> MissingDirectory.refusal(inode.id()));
    }

    private void attach(Exchange exchange) {
        MergeTree.AttachedDirectory part = exchange.part();
        ResolvedPath at = exchange.at();
        OverlayNode node = part.node();
        if (at.chain().stream().anyMatch(inode -> gone.contains(inode.id()))) {
            // The journal changed it first, and then removed it or one above it.
            return;
        }
        if (!(at.last() instanceof Directory directory)) {
            if (node.isDirectory()) {
                throw MissingDirectory.refusal(at.last().id());
            }
            change(at, node);
            return;
        }
        PermissionChecker checker = checker().requireTraverse(at);
        int entries = 0;
        if (!part.children().isEmpty() || !node.removed().isEmpty()) {
            checker.requireTarget(at, Access.WRITE).requireTarget(at, Access.EXECUTE);
            entries = exchange(exchange, checker);
        }
        Attributes attributes = part.first() ? changed(directory, node) : directory.attributes();
        Directory present = directory.withEntries(entries, call.nowMillis());
        requireRoom(present, at.path());
        tx.inodes().update(present.withAttributes(attributes));
        changes.timesChanged(at.path(), directory);
        if (!attributes.permission().equals(directory.attributes().permission())
                || !attributes.owner().equals(directory.attributes().owner())) {
            changes.permissionChanged(at.path(), directory);
        }
    }

    /** Removes what goes, and inserts what comes; returns by how many entries the directory has more. */
    private int exchange(Exchange exchange, PermissionChecker checker) {
        MergeTree.AttachedDirectory part = exchange.part();
        ResolvedPath at = exchange.at();
        for (INode there : exchange.going()) {
            boolean removed =
                    part.first() && part.node().removed().contains(there.name().toString());
            remove(at, there, !removed, checker);
        }
        Quotas.attached(tx, at, useOf(at, part.children()));
        insertion.insert(tx, tree, part.children());
        return part.children().size() - exchange.going().size();
    }

    private void remove(ResolvedPath directory, INode there, boolean ofOthers, PermissionChecker checker) {
        List<INode> chain = new ArrayList<>(directory.chain());
        tx.inodes().lock(List.of(new RowLock(there.id(), LockMode.EXCLUSIVE)));
        chain.add(there);
        ResolvedPath at = new ResolvedPath(directory.path().child(there.name()), chain);
        boolean subtree = there.isDirectory() && tx.inodes().hasChildren(there.id());
        Removal removal = Removal.of(call, tx, changes);
        removal.requireRemovable(checker, limits, at, subtree);
        if (ofOthers) {
            replacedCount++;
            if (replaced.size() < MOST_TOLD) {
                replaced.add(at.path().toString());
            }
        }
        Quotas.removed(tx, at);
        removal.discard(at, subtree);
        gone.add(there.id());
    }

    private void change(ResolvedPath at, OverlayNode node) {
        INode file = at.last();
        checker().requireTraverse(at).requireOwner(at);
        INode present = file.withAttributes(changed(file, node));
        if (present instanceof RegularFile regular && node.replication() > 0) {
            present = regular.withReplication(node.replication());
        }
        tx.inodes().update(present);
        changes.permissionChanged(at.path(), file);
    }

    private Attributes changed(INode inode, OverlayNode node) {
        Attributes attributes = inode.attributes();
        boolean owned = node.permission() == OverlayNode.UNCHANGED
                && node.owner().isEmpty()
                && node.group().isEmpty();
        if (!owned && !call.superuser() && !attributes.owner().equals(call.user())) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED,
                    "Permission denied. user=" + call.user() + " is not the owner of inode=" + inode.name());
        }
        if (node.permission() != OverlayNode.UNCHANGED) {
            attributes = attributes.withPermission(new Permission(node.permission()));
        }
        return attributes
                .withOwner(
                        node.owner().isEmpty() ? attributes.owner() : node.owner(),
                        node.group().isEmpty() ? attributes.group() : node.group())
                .withTimes(
                        node.modificationMillis() < 0 ? attributes.modificationMillis() : node.modificationMillis(),
                        node.accessMillis() < 0 ? attributes.accessMillis() : node.accessMillis());
    }

    /** What all inodes below a root use that is replaced. */
    private QuotaCounts use(ResolvedPath at, int slices) {
        QuotaCounts use = QuotaCounts.ZERO;
        int policy = StoragePolicies.numberFor(at.chain());
        for (int slice = 0; slice < slices; slice++) {
            for (OverlayNode node : tree.slice(slice)) {
                use = use.plus(useOf(node, policy));
            }
        }
        return use;
    }

    private QuotaCounts useOf(ResolvedPath at, List<OverlayNode> roots) {
        int policy = StoragePolicies.numberFor(at.chain());
        QuotaCounts use = QuotaCounts.ZERO;
        Deque<OverlayNode> rest = new ArrayDeque<>(roots);
        while (!rest.isEmpty()) {
            OverlayNode node = rest.remove();
            use = use.plus(useOf(node, policy));
            rest.addAll(node.children());
        }
        return use;
    }

    private static QuotaCounts useOf(OverlayNode node, int policy) {
        if (node.isDirectory()) {
            return QuotaCounts.of(1, 0);
        }
        RegularFile file = new RegularFile(
                new INodeId(node.id()),
                new INodeKey(INodeId.DECOUPLED, Name.EMPTY),
                new Attributes("", "", new Permission(node.permission()), 0, 0),
                node.replication(),
                node.blockSize(),
                node.length(),
                null);
        return FileUse.ofClosed(file, policy);
    }
}
