package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;

/** A request to lock one inode's row. */
public record RowLock(INodeId inode, LockMode mode) {
    public RowLock {
        requireNonNull(inode, "inode");
        requireNonNull(mode, "mode");
    }
}
