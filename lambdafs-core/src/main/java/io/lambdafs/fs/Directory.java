package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/** A directory. */
public record Directory(INodeId id, INodeKey key, Attributes attributes) implements INode {
    public Directory {
        requireNonNull(id, "id");
        requireNonNull(key, "key");
        requireNonNull(attributes, "attributes");
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
