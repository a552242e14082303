package io.lambdafs.store.rocks.table;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;

/** All tables over the rows of one transaction, for one piece of work. */
public final class StoredTables {
    private final INodeRows inodes;
    private final BlockRows blocks;
    private final ReplicaRows replicas;
    private final DataNodeRows dataNodes;
    private final LeaseRows leases;
    private final WorkRows work;
    private final RoleRows roles;
    private final OutcomeRows outcomes;
    private final DetailRows details;
    private final Rows rows;
    private final long nowMicros;

    public StoredTables(Rows rows) {
        this.rows = rows;
        inodes = new INodeRows(rows);
        dataNodes = new DataNodeRows(rows);
        work = new WorkRows(rows, dataNodes);
        replicas = new ReplicaRows(rows);
        blocks = new BlockRows(rows, replicas, work);
        leases = new LeaseRows(rows);
        roles = new RoleRows(rows);
        outcomes = new OutcomeRows(rows);
        details = new DetailRows(rows);
        nowMicros = rows.nowMicros();
    }

    /** The rows of a new file system: its root. */
    public static List<BatchRow> ofNewFileSystem(long nowMillis) {
        INodeKey key = new INodeKey(INodeId.NONE, Name.EMPTY);
        Attributes attributes = new Attributes("hdfs", "supergroup", new Permission(0755), nowMillis, 0);
        Directory root = new Directory(INodeId.ROOT, key, attributes);
        return List.of(
                new BatchRow(Table.INODES, Keys.of(key), INodeCodec.encode(root)),
                new BatchRow(Table.INODE_IDS, Keys.of(root.id()), Keys.of(key)));
    }

    public INodeRows inodes() {
        return inodes;
    }

    public BlockRows blocks() {
        return blocks;
    }

    public ReplicaRows replicas() {
        return replicas;
    }

    public DataNodeRows dataNodes() {
        return dataNodes;
    }

    public LeaseRows leases() {
        return leases;
    }

    public WorkRows work() {
        return work;
    }

    public RoleRows roles() {
        return roles;
    }

    public DetailRows details() {
        return details;
    }

    /** Has the change feed say this of the transaction. */
    public void announce(Bytes bytes) {
        rows.announce(bytes);
    }

    /** The time of the store's clock, in microseconds since 1970. */
    public long nowMicros() {
        return nowMicros;
    }

    public OutcomeRows outcomes() {
        return outcomes;
    }
}
