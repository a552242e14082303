package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file; its blocks are rows of their own.
 *
 * @param length sum of the lengths of its blocks, in bytes, as far as they are committed
 * @param blockSize the length of every block but the last, in bytes
 * @param holder its writer; null when it is closed
 */
public record RegularFile(
        INodeId id,
        INodeKey key,
        Attributes attributes,
        int replication,
        long blockSize,
        long length,
        @Nullable LeaseHolder holder)
        implements INode {
    public RegularFile {
        requireNonNull(id, "id");
        requireNonNull(key, "key");
        requireNonNull(attributes, "attributes");
    }

    public Optional<LeaseHolder> writer() {
        return Optional.ofNullable(holder);
    }

    public boolean isUnderConstruction() {
        return holder != null;
    }

    @Override
    public RegularFile withKey(INodeKey changed) {
        return new RegularFile(id, changed, attributes, replication, blockSize, length, holder);
    }

    @Override
    public RegularFile withAttributes(Attributes changed) {
        return new RegularFile(id, key, changed, replication, blockSize, length, holder);
    }

    public RegularFile withReplication(int changed) {
        return new RegularFile(id, key, attributes, changed, blockSize, length, holder);
    }

    public RegularFile withLength(long changed) {
        return new RegularFile(id, key, attributes, replication, blockSize, changed, holder);
    }

    public RegularFile writtenBy(LeaseHolder changed) {
        return new RegularFile(id, key, attributes, replication, blockSize, length, requireNonNull(changed));
    }

    public RegularFile closed() {
        return new RegularFile(id, key, attributes, replication, blockSize, length, null);
    }

    @Override
    public boolean isDirectory() {
        return false;
    }
}
