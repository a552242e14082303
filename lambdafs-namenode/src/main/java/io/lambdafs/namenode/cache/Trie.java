package io.lambdafs.namenode.cache;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The entries from the root down, what they take up, and which of them goes when there is no more space.
 *
 * <p>Only leaves are evicted, so the way to every entry is there. Cutting off a subtree takes as many steps as it is deep,
 * whatever hangs on it: each directory knows what is below it. The entries cut off stay in the clock's ring until the hand
 * comes by, which it does faster than new ones take their place.
 *
 * <p>Changed by the thread that holds the cache's lock; {@link #root} and what is reached from it are read without.
 */
final class Trie {
    /** Entries that the hand spares before it takes the first leaf it meets. */
    private static final int MAX_SPARED = 256;

    /** Entries that the hand passes for each new one while there are some that were cut off. */
    private static final int SWEEP = 8;

    private final ClockRing ring = new ClockRing();
    private volatile @Nullable DirectoryNode root;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong evictions = new AtomicLong();
    private final @Nullable DirectoryIndex index;

    /**
     * An empty trie.
     *
     * @param index to find directories by their ids; null if nobody looks for them
     */
    Trie(@Nullable DirectoryIndex index) {
        this.index = index;
    }

    @Nullable
    DirectoryNode root() {
        return root;
    }

    long bytes() {
        return bytes.get();
    }

    long entries() {
        return entries.get();
    }

    long evictions() {
        return evictions.get();
    }

    /** How many entries the hand passes in one round: those there are, and those that were cut off and not yet met. */
    int passed() {
        return ring.size();
    }

    /** Begins with this root; there must be none. */
    void plant(DirectoryNode node) {
        root = node;
        enter(node);
    }

    /** Adds an entry to its parent, which has none of that name. */
    void add(Node node, DirectoryNode parent) {
        change(parent, () -> parent.childTable().add(node));
        enter(node);
    }

    private void enter(Node node) {
        ring.add(node);
        if (index != null && node instanceof DirectoryNode directory) {
            index.add(directory);
        }
        account(node, bytesOf(node), 1);
        sweep();
    }

    /** Cuts an entry off with all that is below it, and forgets that its parent's listing is known. */
    void cut(Node node) {
        DirectoryNode parent = node.parent;
        if (parent == null) {
            clear();
            return;
        }
        forgetListing(parent);
        change(parent, () -> parent.removeChild(node));
        if (node instanceof DirectoryNode directory) {
            directory.detached = true;
            if (index != null) {
                index.remove(directory);
            }
            account(node, -bytesOf(node) - directory.bytesBelow, -1 - directory.entriesBelow);
        } else {
            account(node, -bytesOf(node), -1);
        }
        if (index != null) {
            index.sweep(bytes.get());
        }
        if (!(node instanceof DirectoryNode directory) || directory.isLeaf()) {
            ring.remove(node);
        }
    }

    /** Changes what an entry holds, and accounts for it. */
    void change(Node node, Runnable change) {
        int before = node.bytes();
        change.run();
        int more = node.bytes() - before;
        if (more != 0) {
            account(node, more, 0);
        }
    }

    void forgetListing(DirectoryNode directory) {
        if (directory.listing() != null) {
            change(directory, directory::forgetListing);
        }
    }

    void clear() {
        DirectoryNode old = root;
        if (old != null) {
            old.detached = true;
        }
        root = null;
        if (index != null) {
            index.clear();
        }
        ring.clear();
        bytes.set(0);
        entries.set(0);
    }

    /** The directory with this id, if it is here; only where there is an index. */
    @Nullable
    DirectoryNode directory(INodeId id) {
        DirectoryNode found = index == null ? null : index.find(id.value());
        return found == null || isCutOff(found) ? null : found;
    }

    /** The entry at the path, whatever it is. */
    @Nullable
    Node find(FsPath path) {
        Node node = root;
        List<Name> names = path.components();
        for (int i = 0; i < names.size() && node != null; i++) {
            node = node instanceof DirectoryNode directory ? directory.find(names.get(i)) : null;
        }
        return node;
    }

    /** The directory at the path, if it is one. */
    @Nullable
    DirectoryNode findDirectory(FsPath path) {
        return find(path) instanceof DirectoryNode directory ? directory : null;
    }

    /** What an entry takes up here, with its place in the index. */
    int bytesOf(Node node) {
        return node.bytes() + (index != null && node instanceof DirectoryNode ? Costs.INDEXED : 0);
    }

    /** What was cut off and is still held by the index, in bytes. */
    long cutOff() {
        return index == null ? 0 : index.cutOff();
    }

    private void account(Node node, long moreBytes, int moreEntries) {
        for (DirectoryNode above = node.parent; above != null; above = above.parent) {
            above.bytesBelow += moreBytes;
            above.entriesBelow += moreEntries;
        }
        bytes.addAndGet(moreBytes);
        entries.addAndGet(moreEntries);
    }

    /** Evicts until the entries take up no more than this. */
    void shrinkTo(long capacity) {
        while (bytes.get() > capacity && entries.get() > 0) {
            evictOne();
        }
    }

    private void evictOne() {
        int spared = 0;
        while (true) {
            Node node = ring.present();
            if (isCutOff(node)) {
                ring.remove(node);
            } else if (!node.isLeaf() || (spares(node) && spared < MAX_SPARED)) {
                pass(node);
                spared++;
            } else {
                cut(node);
                evictions.incrementAndGet();
                return;
            }
        }
    }

    /** Whether the entry was used since the hand passed, itself or as one of its directory's listing. */
    private static boolean spares(Node node) {
        DirectoryNode parent = node.parent;
        return node.referenced || (parent != null && parent.listed && parent.listing() != null);
    }

    private void pass(Node node) {
        node.referenced = false;
        if (node instanceof DirectoryNode directory) {
            directory.listed = false;
        }
        ring.advance();
    }

    private void sweep() {
        for (int i = 0; i < SWEEP && ring.size() > entries.get(); i++) {
            Node node = ring.present();
            if (isCutOff(node)) {
                ring.remove(node);
            } else {
                ring.advance();
            }
        }
    }

    static boolean isCutOff(Node node) {
        if (node instanceof DirectoryNode directory && directory.detached) {
            return true;
        }
        for (DirectoryNode above = node.parent; above != null; above = above.parent) {
            if (above.detached) {
                return true;
            }
        }
        return false;
    }
}
