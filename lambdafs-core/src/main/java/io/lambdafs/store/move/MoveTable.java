package io.lambdafs.store.move;

/** The tables of a store, in the order in which they are moved: a row comes after the rows that it refers to. */
public enum MoveTable {
    INODES("inodes"),
    DETAILS("details of inodes"),
    BLOCKS("blocks"),
    REPLICAS("replicas"),
    DATA_NODES("DataNodes"),
    LEASES("leases"),
    REPLICATION_QUEUE("blocks in the replication queue"),
    FLAWS("flaws of blocks"),
    COMMANDS("commands to DataNodes"),
    ROLES("roles"),
    OUTCOMES("outcomes of requests");

    private final String label;

    MoveTable(String label) {
        this.label = label;
    }

    /** What people call the rows. */
    public String label() {
        return label;
    }
}
