package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.INode;
import io.lambdafs.store.Transaction;

/** The number of entries of a directory, as far as a status tells it. */
final class ChildCount {
    private ChildCount() {}

    /**
     * 0 for an empty directory or a file, else 1: clients only ask whether there is an entry, and an exact number would
     * need a scan or a counter that every creation has to change.
     */
    static int of(Transaction tx, INode inode) {
        return inode.isDirectory() && tx.inodes().hasChildren(inode.id()) ? 1 : 0;
    }
}
