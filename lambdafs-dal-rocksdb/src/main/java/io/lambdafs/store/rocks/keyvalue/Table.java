package io.lambdafs.store.rocks.keyvalue;

/** The tables, each with a column family of its own in RocksDB. The numbers are stored and never change. */
public enum Table {
    /** The layout's version, the file system's identity, and the engine's counters. */
    META(0, false),
    /** The writers that are registered, by number. */
    WRITERS(1, false),
    /** The change feed, by commit sequence number. */
    CHANGES(2, false),
    /** The inodes by parent and name, so that a directory's entries are adjacent and in the order of a listing. */
    INODES(3, false),
    /** Where each inode hangs, by its id. Its row is what a lock of an inode locks. */
    INODE_IDS(4, false),
    /** The files under construction, by client and id. */
    INODE_CLIENTS(5, true),
    /** The blocks by id. */
    BLOCKS(6, false),
    /** The blocks' ids by file and index. */
    FILE_BLOCKS(7, false),
    /** The replicas by block and storage. */
    REPLICAS(8, false),
    /** Which blocks have a replica on a storage, by storage and block. */
    STORAGE_REPLICAS(9, true),
    /** The DataNodes by id. */
    DATA_NODES(10, false),
    /** Which DataNode has a storage, by storage. */
    STORAGES(11, false),
    /** When each client renewed its lease, by its name. */
    LEASES(12, false),
    /** The clients by the time of their lease. */
    LEASE_TIMES(13, true),
    /** When each block in the replication queue was looked at, by block. */
    REPLICATION_QUEUE(14, false),
    /** The blocks in the replication queue by that time. */
    REPLICATION_TIMES(15, true),
    /** The commands to DataNodes, by DataNode, in the order in which they were sent. */
    COMMANDS(16, false),
    /** The roles by name. */
    ROLES(17, false),
    /** The outcomes of requests by request. */
    OUTCOMES(18, false),
    /** The requests by the time of their outcome. */
    OUTCOME_TIMES(19, true),
    /** What is wrong with blocks in the replication queue, by block. */
    FLAWS(20, false),
    /** How many replicas each DataNode has, and when it reported all of them, by DataNode. */
    REPORTS(21, false),
    /** The details of inodes, by inode, kind and label. */
    DETAILS(22, false),
    /** The volumes by number. */
    VOLUMES(30, false),
    /** What the items of volumes hold, by volume, object, kind and name. */
    VOLUME_ITEMS(31, false),
    /** What the items of volumes held before, by item and, the newest first, by the commit that wrote it. */
    VOLUME_UNDO(32, false),
    /** Which items each commit changed, by volume and commit. */
    VOLUME_LOG(33, false),
    /** The commits of volumes by the number of their transaction. */
    VOLUME_COMMITS(34, false),
    /** The objects and volumes whose items are to be deleted, by the time since which nobody asks for them. */
    VOLUME_GARBAGE(35, false);

    private final int number;
    private final boolean index;

    Table(int number, boolean index) {
        this.number = number;
        this.index = index;
    }

    /** What stands for the table in stored rows. */
    public int number() {
        return number;
    }

    /** Whether each row belongs to a row of another table, whose lock protects it. */
    public boolean isIndex() {
        return index;
    }

    /** The table with this number, or an {@link IllegalArgumentException}. */
    public static Table numbered(int number) {
        for (Table table : values()) {
            if (table.number == number) {
                return table;
            }
        }
        throw new IllegalArgumentException("no table has the number " + number);
    }
}
