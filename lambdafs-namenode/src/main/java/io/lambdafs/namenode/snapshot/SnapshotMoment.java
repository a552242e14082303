package io.lambdafs.namenode.snapshot;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.snapshot.SnapshotVersion;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The namespace below a directory as one of its snapshots shows it.
 *
 * <p>A row that has not changed since is what it was; of one that has, the version counts. The present rows are read first: what
 * changes between has its version by then, so the two need not be read at one moment.
 */
public final class SnapshotMoment {
    private static final int PAGE = 1000;

    private final Transaction tx;
    private final int snapshot;
    private final SnapshotVersions versions;

    /** The moment at which the snapshot with this number was taken. */
    public SnapshotMoment(Transaction tx, int snapshot) {
        this.tx = requireNonNull(tx, "tx");
        this.snapshot = snapshot;
        this.versions = new SnapshotVersions(tx);
    }

    /** An inode as it was, if it existed; wherever it was. */
    public Optional<INode> inode(INodeId id) {
        Optional<INode> present = tx.inodes().get(id).filter(this::isAsItWas);
        return present.or(() -> versions.at(id, snapshot).map(SnapshotVersion::inode))
                .map(SnapshotMoment::closed);
    }

    /** The entry that a directory had. */
    public Optional<INode> child(INodeId parent, Name name) {
        Optional<INode> present = tx.inodes().find(List.of(new INodeKey(parent, name))).stream()
                .filter(this::isAsItWas)
                .findFirst();
        return present.or(() -> versions.find(parent, name, snapshot).map(SnapshotVersion::inode))
                .map(SnapshotMoment::closed);
    }

    /** All entries that a directory had, in the order of their names. */
    public List<INode> children(INodeId parent) {
        List<INode> found = new ArrayList<>();
        Set<Name> names = new HashSet<>();
        INodeKey after = INodeKey.FIRST;
        List<INode> page;
        do {
            page = tx.inodes().children(List.of(parent), after, PAGE);
            for (INode inode : page) {
                if (isAsItWas(inode)) {
                    found.add(closed(inode));
                    names.add(inode.name());
                }
                after = inode.key();
            }
        } while (page.size() == PAGE);
        versions.entries(parent, snapshot).forEach((name, version) -> {
            if (names.add(name)) {
                found.add(closed(version.inode()));
            }
        });
        found.sort(Comparator.comparing(INode::name));
        return found;
    }

    /** The entries after this name, at most so many. */
    List<INode> children(INodeId parent, Name after, int limit) {
        return children(parent).stream()
                .filter(inode -> inode.name().compareTo(after) > 0)
                .limit(INodeTable.checkedBatch(limit))
                .toList();
    }

    /** The extended attributes that an inode had are those of its version, if there is one. */
    Optional<SnapshotVersion> version(INodeId id) {
        return versions.at(id, snapshot);
    }

    private boolean isAsItWas(INode inode) {
        return inode.attributes().features().snapshots().since() < snapshot;
    }

    /* A snapshot shows no file as being written, and of a directory no number of entries that nobody counted then. */
    private static INode closed(INode inode) {
        return inode instanceof RegularFile file && file.isUnderConstruction() ? file.closed() : inode;
    }
}
