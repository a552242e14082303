package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Name;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the trie. What it says of the namespace does not change once readers can see it, unless a field's comment
 * says otherwise; the rest belongs to the thread that holds the cache's lock.
 */
abstract sealed class Node permits AbsentNode, DirectoryNode, FileNode {
    final Name name;
    final int hash;

    /** The directory it is in; null for the root only. */
    final @Nullable DirectoryNode parent;

    /** Its neighbours among the entries that the clock's hand passes. */
    @Nullable
    Node previous;

    @Nullable
    Node next;

    /** Whether it was read since the hand passed; readers set it without any order, because nothing depends on it. */
    boolean referenced;

    Node(Name name, @Nullable DirectoryNode parent) {
        this.name = name;
        this.hash = name.hashCode();
        this.parent = parent;
    }

    /** Called by readers. Writes only when something changes, so that hits do not fight over cache lines. */
    final void touch() {
        if (!referenced) {
            referenced = true;
        }
    }

    /** What the entry takes up, without its children. */
    abstract int bytes();

    /** Whether it may be dropped without breaking the way to another entry. */
    boolean isLeaf() {
        return true;
    }
}
