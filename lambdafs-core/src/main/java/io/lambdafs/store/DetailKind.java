package io.lambdafs.store;

/** What a detail of an inode says. The numbers are stored and never change. */
public enum DetailKind {
    /** An extended attribute. */
    EXTENDED_ATTRIBUTE(1),
    /**
     * A request to move the replicas below an inode to storages that fit its policy. Not a detail of that inode, which is the label,
     * but of no inode at all: so all of them are found together.
     */
    POLICY_REQUEST(2),
    /** A part of what is used of a directory's quota, with what this part may use. */
    QUOTA_SHARD(3);

    private final int number;

    DetailKind(int number) {
        this.number = number;
    }

    /** What stands for the kind in stored rows, 1 to 127. */
    public int number() {
        return number;
    }

    /**
     * The kind with this number.
     *
     * @throws StoreException of kind INCOMPATIBLE if a newer program wrote it
     */
    public static DetailKind numbered(int number) {
        for (DetailKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new StoreException(
                StoreException.Kind.INCOMPATIBLE,
                "no detail of an inode that this program knows has the number " + number
                        + ": use the newer program that wrote it");
    }
}
