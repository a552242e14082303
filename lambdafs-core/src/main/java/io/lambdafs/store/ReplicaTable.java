package io.lambdafs.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import java.util.List;

/** The replicas as DataNodes reported them, at most one of a block on a storage. */
public interface ReplicaTable extends ReplicaReads {
    /** The replicas on a storage, ordered by block, from the first after {@code after}. */
    List<Replica> onStorage(StorageId storage, BlockId after, int limit);

    /** Inserts or replaces these, each by its block and storage. One round trip. */
    void put(List<Replica> replicas);

    /** Forgets the storage's replicas of these blocks; absent ones are passed over. */
    void remove(StorageId storage, List<BlockId> blocks);

    /** Forgets up to so many of the storage's replicas, and returns the blocks they were of. */
    List<BlockId> removeSome(StorageId storage, int limit);
}
