package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeKey;

/** A request to lock the row of the inode that has a key; it locks nothing if no inode has it. */
public record KeyLock(INodeKey key, LockMode mode) {
    public KeyLock {
        requireNonNull(key, "key");
        requireNonNull(mode, "mode");
    }
}
