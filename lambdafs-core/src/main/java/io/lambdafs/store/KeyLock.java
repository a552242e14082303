package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeKey;

/** A wish to lock the row of whatever inode has a key; of none, if none has it. */
public record KeyLock(INodeKey key, LockMode mode) {
    public KeyLock {
        requireNonNull(key, "key");
        requireNonNull(mode, "mode");
    }
}
