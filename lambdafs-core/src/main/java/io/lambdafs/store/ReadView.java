package io.lambdafs.store;

/**
 * What a reading operation is answered from: a transaction of the store, or a cache of it. A cache keeps the inodes on a path, the
 * entries of directories, and the blocks of files with their replicas. All else only the {@link #store} has. Used by one thread at a
 * time.
 */
public interface ReadView {
    /** The inodes on a path, and the entries of a directory. */
    INodeReads inodes();

    /** The blocks of files. */
    BlockReads blocks();

    /** The replicas of blocks. */
    ReplicaReads replicas();

    /**
     * The transaction, for what a cache does not keep. A view of a cache alone has none: it then throws what makes its caller ask the
     * store.
     */
    Transaction store();
}
