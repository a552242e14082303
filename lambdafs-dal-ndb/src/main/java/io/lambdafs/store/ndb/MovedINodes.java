package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The inodes, which have an index in the order in which they are moved, and their features. */
final class MovedINodes implements MovedTable {
    private final NdbCluster cluster;
    private final Duration life;

    MovedINodes(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    @Override
    public long count() {
        return MovedTables.count(cluster, life, Schema.INODES, Schema.IN_ORDER);
    }

    /* Nobody changes what is moved, so that the features which are read after the inodes are those of the inodes. */
    @Override
    public List<MoveRow> page(Optional<MoveKey> after, int limit) {
        Range range = after.map(last -> Range.after(row -> writeKey(row, last), Schema.INODES.keyColumns()))
                .orElseGet(Range::all);
        try (ClusterTransaction transaction = cluster.begin(life)) {
            List<NdbINodeRows.Stored> rows =
                    transaction.scan(Scan.inOrder(Schema.INODES, Schema.IN_ORDER, range, limit, NdbINodeRows::read));
            List<Optional<INode>> inodes = FeatureRows.complete(rows, id -> ReadLock.NONE, transaction::execute);
            List<MoveRow> page = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                INodeId id = rows.get(i).inode().id();
                page.add(new MoveRow.INodeRow(inodes.get(i).orElseThrow(() -> damaged(id))));
            }
            return page;
        }
    }

    private static void writeKey(Row row, MoveKey key) {
        NdbINodeRows.writeKey(row, new INodeKey(new INodeId(key.first()), Name.of(key.toBytes())));
    }

    private static StoreException damaged(INodeId id) {
        return new StoreException(
                Kind.INCOMPATIBLE,
                "the features of the inode " + id + " are missing, or are not those that it was written with: stop what"
                        + " still writes to the database, or restore it from a backup");
    }

    @Override
    public void insert(OperationBatch batch, MoveRow row) {
        NdbINodeTable.insert(batch, ((MoveRow.INodeRow) row).inode());
    }
}
