package io.lambdafs.store;

import io.lambdafs.fs.INodeId;
import java.util.List;

/**
 * The details of inodes. Nothing checks that the inode exists, and nothing deletes the details with it: the transaction that deletes an
 * inode knows from its {@link io.lambdafs.fs.Features} whether it has details.
 */
public interface DetailTable {
    /**
     * The details of one kind of an inode in the order of their labels, from this label on. One round trip.
     *
     * @param limit the most details; up to {@link INodeTable#MAX_BATCH}
     */
    List<Detail> of(INodeId inode, DetailKind kind, long from, int limit);

    /** The details with these keys, in no particular order, unlocked; absent ones are left out. One round trip. */
    List<Detail> get(List<DetailKey> keys);

    /**
     * Locks details EXCLUSIVE one after another in the order given, and returns their values under the lock, in that order.
     * Absent ones are left out and are not locked. One round trip where the adapter can.
     *
     * @throws StoreException of kind CONFLICT on a deadlock or when a wait takes longer than its bound
     */
    List<Detail> lock(List<DetailKey> keys);

    /** Inserts the detail, or replaces the one with its key. */
    void put(Detail detail);

    /** Deletes these details; absent ones are passed over. */
    void delete(List<DetailKey> keys);

    /** Deletes all details of these inodes. */
    void deleteOf(List<INodeId> inodes);
}
