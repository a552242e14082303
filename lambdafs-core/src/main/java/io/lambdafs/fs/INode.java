package io.lambdafs.fs;

/** An entry of the namespace: a directory or a file. Immutable; a change is a new value written to the store. */
public sealed interface INode permits Directory, RegularFile {
    INodeId id();

    INodeKey key();

    Attributes attributes();

    /** The same inode under another parent or name. */
    INode withKey(INodeKey changed);

    INode withAttributes(Attributes changed);

    boolean isDirectory();

    default INodeId parent() {
        return key().parent();
    }

    default Name name() {
        return key().name();
    }
}
