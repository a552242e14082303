package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Name;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cached entries of one directory by name: a hash table with open addressing, read without locks and changed by the thread that
 * holds the cache's lock.
 *
 * <p>A reader sees each slot as it was before or after a change. It may miss an entry that is being moved by a change at
 * the same time, never find one under another name; so finding nothing here tells nobody that a name is absent.
 */
final class ChildTable {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Node[].class);
    private static final int LEAST_SLOTS = 2;
    private static final int GROW_ABOVE_QUARTERS = 3;
    private static final int SHRINK_BELOW_EIGHTHS = 1;

    /** Stands where an entry was, so that those stored beyond it are found. */
    private static final Node GONE = new AbsentNode(Name.EMPTY, DirectoryNode.NOWHERE);

    private volatile @Nullable Node[] slots = new Node[LEAST_SLOTS];
    private int live;
    private int used;

    /** The entry of this name, if it is found. */
    @Nullable
    Node find(Name name) {
        int hash = name.hashCode();
        @Nullable Node[] table = slots;
        int mask = table.length - 1;
        for (int i = slot(hash, mask), steps = 0; steps <= mask; i = (i + 1) & mask, steps++) {
            Node node = (Node) SLOT.getAcquire(table, i);
            if (node == null) {
                return null;
            }
            if (node.hash == hash && node != GONE && node.name.equals(name)) {
                return node;
            }
        }
        return null;
    }

    int size() {
        return live;
    }

    /** Adds an entry whose name is not in the table. */
    void add(Node node) {
        if ((used + 1) * 4 > slots.length * GROW_ABOVE_QUARTERS) {
            rebuild(live + 1);
        }
        if (place(slots, node)) {
            used++;
        }
        live++;
    }

    /** Removes an entry that is in the table. */
    void remove(Node node) {
        @Nullable Node[] table = slots;
        int mask = table.length - 1;
        int i = slot(node.hash, mask);
        while (table[i] != node) {
            i = (i + 1) & mask;
        }
        SLOT.setRelease(table, i, GONE);
        live--;
        if (table.length > LEAST_SLOTS && live * 8 < table.length * SHRINK_BELOW_EIGHTHS) {
            rebuild(live);
        }
    }

    /** Adds all entries to the list; under the lock. */
    void addTo(List<Node> nodes) {
        for (Node node : slots) {
            if (node != null && node != GONE) {
                nodes.add(node);
            }
        }
    }

    private void rebuild(int entries) {
        int length = LEAST_SLOTS;
        while (entries * 4 > length * GROW_ABOVE_QUARTERS) {
            length *= 2;
        }
        @Nullable Node[] rebuilt = new Node[length];
        for (Node node : slots) {
            if (node != null && node != GONE) {
                place(rebuilt, node);
            }
        }
        used = live;
        slots = rebuilt;
    }

    /** Whether it took a slot that had never been used. */
    private static boolean place(@Nullable Node[] table, Node node) {
        int mask = table.length - 1;
        int i = slot(node.hash, mask);
        while (table[i] != null && table[i] != GONE) {
            i = (i + 1) & mask;
        }
        boolean fresh = table[i] == null;
        SLOT.setRelease(table, i, node);
        return fresh;
    }

    private static int slot(int hash, int mask) {
        return (((hash ^ (hash >>> 16)) * 0x9E3779B1) >>> 7) & mask;
    }
}
