package io.lambdafs.namenode.path;

/** Which rows of a path an operation is going to change; they are locked EXCLUSIVE, those above them SHARED. */
public enum LockScope {
    /** The inode that the path names. */
    TARGET,
    /** That inode, if it exists, and its parent: for what creates, removes or moves an entry. */
    ENTRY,
    /** The deepest inode that exists: for what creates several levels. */
    DEEPEST
}
