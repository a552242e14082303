package io.lambdafs.store;

/** How long and against whom a read row is protected. Locks are held until the transaction ends. */
public enum LockMode {
    /** The last committed value, unprotected. */
    NONE,
    /** Nobody else may change or delete the row; others may lock it SHARED too. */
    SHARED,
    /** Nobody else may lock, change or delete the row. */
    EXCLUSIVE
}
