package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.RegularFile;
import org.jspecify.annotations.Nullable;

/** A closed file with all its attributes. */
final class FileNode extends Node {
    private final long id;
    private final long modificationMillis;
    private final long accessMillis;
    private final long blockSize;
    private final long length;
    private final Principal principal;
    private final short replication;

    /** Null until they were read. */
    private volatile @Nullable CachedBlocks blocks;

    /** Null until they were read; readers check how old they are. */
    private volatile @Nullable CachedLocations locations;

    FileNode(RegularFile file, Principal principal, DirectoryNode parent) {
        super(file.name(), parent);
        this.id = file.id().value();
        this.modificationMillis = file.attributes().modificationMillis();
        this.accessMillis = file.attributes().accessMillis();
        this.blockSize = file.blockSize();
        this.length = file.length();
        this.principal = principal;
        this.replication = (short) file.replication();
    }

    long id() {
        return id;
    }

    int replication() {
        return replication;
    }

    RegularFile file() {
        INodeKey key = new INodeKey(requireNonNull(parent).inodeId(), name);
        return new RegularFile(
                new INodeId(id),
                key,
                principal.attributes(modificationMillis, accessMillis),
                replication,
                blockSize,
                length,
                null);
    }

    /** Whether it says the same of the file. */
    boolean isOf(RegularFile file) {
        return id == file.id().value() && !file.isUnderConstruction() && file().equals(file);
    }

    @Nullable
    CachedBlocks blocks() {
        return blocks;
    }

    void keepBlocks(CachedBlocks read) {
        blocks = read;
    }

    @Nullable
    CachedLocations locations() {
        return locations;
    }

    void keepLocations(CachedLocations read) {
        locations = read;
    }

    @Override
    int bytes() {
        CachedBlocks ofBlocks = blocks;
        CachedLocations ofLocations = locations;
        return Costs.FILE
                + Costs.name(name)
                + principal.bytes()
                + (ofBlocks == null ? 0 : ofBlocks.bytes())
                + (ofLocations == null ? 0 : ofLocations.bytes());
    }
}
