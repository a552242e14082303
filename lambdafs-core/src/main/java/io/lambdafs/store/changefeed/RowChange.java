package io.lambdafs.store.changefeed;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;

/** A row of the namespace that a transaction wrote or deleted. What a written row holds is read from the store. */
public sealed interface RowChange {
    /** Whether the row was deleted; otherwise it was inserted or updated. */
    boolean deleted();

    /**
     * An inode at its place. A rename deletes the inode at its old key and writes it at its new one.
     *
     * @param key its parent and name there
     */
    record INodeRow(INodeId id, INodeKey key, boolean deleted) implements RowChange {
        public INodeRow {
            requireNonNull(id, "id");
            requireNonNull(key, "key");
        }
    }

    /** A block of a file. */
    record BlockRow(BlockId id, boolean deleted) implements RowChange {
        public BlockRow {
            requireNonNull(id, "id");
        }
    }
}
