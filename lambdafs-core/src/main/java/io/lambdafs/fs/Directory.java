package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * A directory.
 *
 * @param observed the mark that some NameNode may hold this directory's times in its cache; set before one does, and gone
 *     from every changed value, so that whoever writes that value tells the cache if the mark was set before
 */
public record Directory(INodeId id, INodeKey key, Attributes attributes, boolean observed) implements INode {
    public Directory {
        requireNonNull(id, "id");
        requireNonNull(key, "key");
        requireNonNull(attributes, "attributes");
    }

    /** A directory whose times nobody holds. */
    public Directory(INodeId id, INodeKey key, Attributes attributes) {
        this(id, key, attributes, false);
    }

    /** The same directory with the mark. */
    public Directory asObserved() {
        return new Directory(id, key, attributes, true);
    }

    @Override
    public Directory withKey(INodeKey changed) {
        return new Directory(id, changed, attributes);
    }

    @Override
    public Directory withAttributes(Attributes changed) {
        return new Directory(id, key, changed);
    }

    @Override
    public boolean isDirectory() {
        return true;
    }
}
