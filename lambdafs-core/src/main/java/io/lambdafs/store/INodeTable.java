package io.lambdafs.store;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import java.util.List;
import java.util.Optional;

/**
 * The inodes, each with a unique id and a unique key (parent, name). The root exists from the start and is never
 * deleted. Nothing checks that a parent exists: the transaction that inserts holds the parent locked.
 */
public interface INodeTable extends INodeReads {
    /** The longest page or batch that a caller may ask for. */
    int MAX_BATCH = 10_000;

    /**
     * Checks the size of a page or batch; adapters call it with what they were asked for.
     *
     * @throws StoreException of kind INTERNAL if it is negative or above {@link #MAX_BATCH}
     */
    static int checkedBatch(int size) {
        if (size < 0 || size > MAX_BATCH) {
            throw new StoreException(
                    StoreException.Kind.INTERNAL, "a batch has 0 to " + MAX_BATCH + " rows, not " + size);
        }
        return size;
    }

    /** The inode with this id, unlocked. */
    Optional<INode> get(INodeId id);

    /** The inodes with these ids, in no particular order; absent ones are left out. One round trip. */
    List<INode> get(List<INodeId> ids);

    /** The inodes with these keys, in no particular order; absent ones are left out. One round trip. */
    List<INode> find(List<INodeKey> keys);

    /**
     * Locks rows one after another in the order given, and returns their values under the lock, in that order; absent
     * ones are left out. Locking a row again in a stronger mode is allowed. One round trip where the adapter can.
     *
     * @throws StoreException of kind CONFLICT on a deadlock or when a wait takes longer than its bound
     */
    List<INode> lock(List<RowLock> locks);

    /** The children of several directories in the order of their keys, from the first after {@code after}. */
    List<INode> children(List<INodeId> parents, INodeKey after, int limit);

    /** Whether the directory has a child. */
    boolean hasChildren(INodeId parent);

    /**
     * Inserts an inode.
     *
     * @throws StoreException of kind DUPLICATE_KEY if its id or its key exists
     */
    void insert(INode inode);

    /**
     * Replaces the row with this inode's id, its key included.
     *
     * @throws StoreException of kind MISSING_ROW if there is none, DUPLICATE_KEY if another inode has the key
     */
    void update(INode inode);

    /** Deletes these rows; absent ones are passed over. */
    void delete(List<INodeId> ids);

    /** Files under construction by this client, in the order of their ids, from the first after {@code after}. */
    List<INode> writtenBy(String clientName, INodeId after, int limit);

    /** Number of inodes; may be an estimate for large numbers. */
    long count();
}
