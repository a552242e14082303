package io.lambdafs.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INodeId;
import java.util.List;

/** The blocks of files. They have no locks of their own: a transaction that changes a file's blocks holds its inode EXCLUSIVE. */
public interface BlockTable extends BlockReads {
    /**
     * The blocks of one file from an index on, ordered by index, at most {@code limit}. One round trip. A file may have more blocks than
     * one transaction can remove.
     *
     * @param index the least index that is wanted
     */
    List<BlockInfo> ofFile(INodeId file, int index, int limit);

    /** The blocks with these ids, in no particular order; absent ones are left out. One round trip. */
    List<BlockInfo> get(List<BlockId> ids);

    /**
     * Inserts a block.
     *
     * @throws StoreException of kind DUPLICATE_KEY if its id exists, or its file has a block at its index
     */
    void insert(BlockInfo block);

    /**
     * Replaces the row with this block's id.
     *
     * @throws StoreException of kind MISSING_ROW if there is none
     */
    void update(BlockInfo block);

    /**
     * As {@link #update(BlockInfo)}, for all of these. A batch may have as many as {@link #get} takes.
     */
    default void update(List<BlockInfo> blocks) {
        INodeTable.checkedBatch(blocks.size());
        blocks.forEach(this::update);
    }

    /**
     * Deletes these blocks with their replicas, and sends each DataNode that has a replica the command to delete it;
     * absent ones are passed over. One or two round trips however many they are.
     */
    void delete(List<BlockId> ids);

    /** As {@link #delete}, for all blocks of these files. */
    void deleteOfFiles(List<INodeId> files);

    /** Number of blocks; may be an estimate for large numbers. */
    long count();
}
