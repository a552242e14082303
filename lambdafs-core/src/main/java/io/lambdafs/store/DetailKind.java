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
    QUOTA_SHARD(3),
    /** A snapshot of a directory; its number is the label. */
    SNAPSHOT(10),
    /** That a directory, which is the label, is snapshottable; a detail of no inode. */
    SNAPSHOTTABLE(11),
    /** The number of the latest snapshot of any directory; a detail of no inode. */
    SNAPSHOT_NUMBER(12),
    /** How an inode's row was until a snapshot, whose number is the label. */
    SNAPSHOT_VERSION(13),
    /** That a directory had an entry of which there are versions; the label tells the name and the inode. */
    SNAPSHOT_ENTRY(14),
    /** That a version was kept for snapshots of this directory; the label tells the snapshot and the inode. */
    SNAPSHOT_CHANGE(15),
    /** An extended attribute that belongs to a version. */
    SNAPSHOT_ATTRIBUTE(16),
    /** That snapshots of a directory, which is the label, were deleted, and their versions may go; a detail of no inode. */
    SNAPSHOT_CLEANUP(17),
    /** That a client holds a subtree apart; its number is the label; a detail of no inode. */
    DECOUPLED_SUBTREE(20),
    /** A part of the journal of a decoupled subtree, of whose hidden file it is a detail; the label is its number in order. */
    SUBTREE_JOURNAL(21),
    /** That a slice of the merge of a decoupled subtree, which is the label, was applied. */
    SUBTREE_SLICE(22),
    /** That a directory, which is the label, is a volume; a detail of no inode. */
    VOLUME(23),
    /** A key that signs block tokens; its number is the label; a detail of no inode. */
    BLOCK_KEY(24),
    /** A delegation token; its number is the label, and what has the label 0 is the latest number; a detail of no inode. */
    DELEGATION_TOKEN(25),
    /** A key of services that may speak for anybody; its number is the label; a detail of no inode. */
    SERVICE_KEY(26),
    /** That an encryption zone begins at a directory, which is the label; a detail of no inode. */
    ENCRYPTION_ZONE(27),
    /**
     * What a DataNode that may not change files has reported of a recovery of a block, which is the label; a detail of no inode. The
     * housekeeping applies it.
     */
    RECOVERY_REPORT(28);

    private final int number;

    DetailKind(int number) {
        this.number = number;
    }

    /** Whether it is kept for snapshots, which outlive the inode. */
    public boolean isOfSnapshots() {
        return number >= SNAPSHOT.number && number <= SNAPSHOT_CLEANUP.number;
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
