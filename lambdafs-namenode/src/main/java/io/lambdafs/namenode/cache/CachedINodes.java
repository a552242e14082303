package io.lambdafs.namenode.cache;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeReads;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The inodes as the cache alone knows them; remembers which it met, so that their blocks are found. */
final class CachedINodes implements INodeReads {
    private final MetadataCache cache;
    private @Nullable Node target;
    private @Nullable CachedListing listed;
    private int nextListed;

    CachedINodes(MetadataCache cache) {
        this.cache = cache;
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        return walk(names, true);
    }

    @Override
    public List<INode> resolveToList(List<Name> names) {
        return walk(names, false);
    }

    private List<INode> walk(List<Name> names, boolean withTimes) {
        INode[] chain = new INode[names.size() + 1];
        DirectoryNode directory = require(cache.root());
        for (int depth = 0; depth < names.size(); depth++) {
            chain[depth] = require(directory.directory());
            Node child = child(directory, names.get(depth));
            if (child instanceof DirectoryNode below) {
                directory = below;
            } else if (child instanceof FileNode file) {
                chain[depth + 1] = file.file();
                target = file;
                return first(depth + 2, chain);
            } else {
                return first(depth + 1, chain);
            }
        }
        chain[names.size()] = require(withTimes ? directory.directoryWithTimes() : directory.directory());
        target = directory;
        return List.of(chain);
    }

    private static List<INode> first(int count, INode[] chain) {
        return List.of(count == chain.length ? chain : Arrays.copyOf(chain, count));
    }

    /** The entry of this name; null if there is none for certain. */
    static @Nullable Node child(DirectoryNode directory, Name name) {
        directory.touch();
        Node child = directory.find(name);
        if (child instanceof AbsentNode) {
            child.touch();
            return null;
        }
        if (child == null) {
            CachedListing listing = directory.listing();
            if (listing == null || listing.contains(name)) {
                throw CacheMiss.INSTANCE;
            }
            return null;
        }
        child.touch();
        return child;
    }

    private static <T> T require(@Nullable T known) {
        if (known == null) {
            throw CacheMiss.INSTANCE;
        }
        return known;
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        if (!(target instanceof DirectoryNode directory) || directory.id() != parent.value()) {
            throw CacheMiss.INSTANCE;
        }
        CachedListing listing = require(directory.listing());
        directory.listed = true;
        listed = listing;
        nextListed = listing.firstAfter(after);
        return require(listing.page(after, limit));
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        if (!(target instanceof DirectoryNode directory) || directory.id() != parent.value()) {
            throw CacheMiss.INSTANCE;
        }
        CachedListing listing = require(directory.listing());
        return Math.min(most, listing.nodes().length - listing.firstAfter(after));
    }

    /** The file with this id, if it was met; found at once by a caller that asks in the order of the names. */
    @Nullable
    FileNode met(INodeId id) {
        if (target instanceof FileNode file && file.id() == id.value()) {
            return file;
        }
        Node[] nodes = listed == null ? new Node[0] : listed.nodes();
        for (; nextListed < nodes.length; nextListed++) {
            if (nodes[nextListed] instanceof FileNode file && file.id() == id.value()) {
                nextListed++;
                return file;
            }
        }
        return null;
    }
}
