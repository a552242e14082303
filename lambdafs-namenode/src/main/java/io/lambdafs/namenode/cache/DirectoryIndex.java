package io.lambdafs.namenode.cache;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a trie by their ids. Used under the cache's lock.
 *
 * <p>A subtree is cut off in one step, so directories below its root stay here for a while, with all that hangs on them. They are
 * swept out when that takes up more than an eighth of what the trie has.
 */
final class DirectoryIndex {
    /** What was cut off is left for so many bytes at least, so that a small trie is not swept again and again. */
    static final int LEAST_BEFORE_SWEEP = 64 << 10;

    /** What part of the trie's bytes may have been cut off besides. */
    static final int SHARE_BEFORE_SWEEP = 8;

    private final Map<Long, DirectoryNode> directories = new HashMap<>();
    private long cutOff;

    void add(DirectoryNode directory) {
        directories.put(directory.id(), directory);
    }

    /** A directory was cut off, with all below it. */
    void remove(DirectoryNode directory) {
        directories.remove(directory.id(), directory);
        cutOff += directory.bytesBelow;
    }

    /** Sweeps if that is worth while for a trie of so many bytes. */
    void sweep(long bytes) {
        if (cutOff > Math.max(LEAST_BEFORE_SWEEP, bytes / SHARE_BEFORE_SWEEP)) {
            directories.values().removeIf(Trie::isCutOff);
            cutOff = 0;
        }
    }

    /** What was cut off and may still be found here, in bytes. */
    long cutOff() {
        return cutOff;
    }

    /** The directory that was added last under this id; it may have been cut off since with one above it. */
    @Nullable
    DirectoryNode find(long id) {
        return directories.get(id);
    }

    void clear() {
        directories.clear();
        cutOff = 0;
    }
}
