package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import java.util.Comparator;

/**
 * What names a detail: the inode, the kind, and which of the inode's details of the kind it is.
 *
 * @param label tells the inode's details of one kind apart; at least 0
 */
public record DetailKey(INodeId inode, DetailKind kind, long label) implements Comparable<DetailKey> {
    private static final Comparator<DetailKey> ORDER = Comparator.comparing(DetailKey::inode)
            .thenComparing(key -> key.kind().number())
            .thenComparingLong(DetailKey::label);

    public DetailKey {
        requireNonNull(inode, "inode");
        requireNonNull(kind, "kind");
        if (label < 0) {
            throw new IllegalArgumentException("a label is at least 0, not " + label);
        }
    }

    @Override
    public int compareTo(DetailKey other) {
        return ORDER.compare(this, other);
    }
}
