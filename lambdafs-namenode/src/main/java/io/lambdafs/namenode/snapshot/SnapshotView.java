package io.lambdafs.namenode.snapshot;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.snapshot.SnapshotVersion;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingINodes;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;

/** A reading transaction in which directories have the entries, and inodes the attributes, that a snapshot shows. */
final class SnapshotView extends ForwardingTransaction {
    private final SnapshotMoment moment;

    SnapshotView(Transaction tx, int snapshot) {
        super(tx);
        this.moment = new SnapshotMoment(tx, snapshot);
    }

    @Override
    public INodeTable inodes() {
        return new Then(tx.inodes());
    }

    @Override
    public DetailTable details() {
        return new AttributesThen();
    }

    /** What volumes had then is not kept. */
    @Override
    public Optional<VolumeStore> volumes() {
        return Optional.empty();
    }

    private final class Then extends ForwardingINodes {
        Then(INodeTable inodes) {
            super(inodes);
        }

        @Override
        public List<INode> children(INodeId parent, Name after, int limit) {
            return moment.children(parent, after, limit);
        }

        @Override
        public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
            return childrenOfEach(parents, after, limit);
        }

        @Override
        public int countChildren(INodeId parent, Name after, int most) {
            return moment.children(parent, after, most).size();
        }

        @Override
        public boolean hasChildren(INodeId parent) {
            return !moment.children(parent, Name.EMPTY, 1).isEmpty();
        }
    }

    /** Extended attributes; nothing is written through a view. */
    private final class AttributesThen implements DetailTable {
        @Override
        public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
            Optional<SnapshotVersion> version = moment.version(inode);
            if (kind != DetailKind.EXTENDED_ATTRIBUTE || version.isEmpty()) {
                return tx.details().of(inode, kind, from, limit);
            }
            return new SnapshotVersions(tx)
                    .attributes(version.get()).stream()
                            .filter(detail -> detail.key().label() >= from)
                            .limit(limit)
                            .toList();
        }

        @Override
        public List<Detail> get(List<DetailKey> keys) {
            return tx.details().get(keys);
        }

        @Override
        public List<Detail> lock(List<DetailKey> keys) {
            throw readOnly();
        }

        @Override
        public void put(Detail detail) {
            throw readOnly();
        }

        @Override
        public void delete(List<DetailKey> keys) {
            throw readOnly();
        }

        @Override
        public void deleteOf(List<INodeId> inodes) {
            throw readOnly();
        }

        private IllegalStateException readOnly() {
            return new IllegalStateException("a snapshot is not changed");
        }
    }
}
