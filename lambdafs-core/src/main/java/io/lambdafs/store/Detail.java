package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A detail of an inode: a value that is too large, too rare or too busy to be part of the inode's own row. Immutable. */
public final class Detail {
    /** The most bytes of a value: what a row of every store has room for. */
    public static final int MAX_BYTES = 20_000;

    private static final int PAGE = 1000;

    private final DetailKey key;
    private final byte[] value;

    /**
     * A detail with a copy of these bytes.
     *
     * @throws StoreException of kind INTERNAL if there are more than {@link #MAX_BYTES}
     */
    public Detail(DetailKey key, byte[] value) {
        this.key = requireNonNull(key, "key");
        this.value = value.clone();
        if (value.length > MAX_BYTES) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "a detail of an inode has " + value.length + " bytes, which is more than " + MAX_BYTES);
        }
    }

    /**
     * Deletes all details of inodes that are deleted in the same transaction; costs nothing where they have none. What is kept
     * for snapshots stays.
     */
    public static void deleteOf(Transaction tx, Collection<? extends INode> deleted) {
        List<INodeId> having = new ArrayList<>();
        for (INode inode : deleted) {
            if (inode.attributes().features().hasDetails()) {
                if (inode.attributes().features().snapshots().isNone()) {
                    having.add(inode.id());
                } else {
                    deleteOwn(tx, inode.id());
                }
            }
        }
        if (!having.isEmpty()) {
            tx.details().deleteOf(having);
        }
    }

    private static void deleteOwn(Transaction tx, INodeId inode) {
        for (DetailKind kind : DetailKind.values()) {
            if (!kind.isOfSnapshots()) {
                List<Detail> found = tx.details().of(inode, kind, 0, INodeTable.MAX_BATCH);
                if (!found.isEmpty()) {
                    tx.details().delete(found.stream().map(Detail::key).toList());
                }
            }
        }
    }

    /** All details of one kind of an inode in the order of their labels, in as many round trips as it takes. */
    public static List<Detail> all(Transaction tx, INodeId inode, DetailKind kind) {
        List<Detail> found = new ArrayList<>();
        for (long from = 0; ; ) {
            List<Detail> page = tx.details().of(inode, kind, from, PAGE);
            found.addAll(page);
            if (page.size() < PAGE) {
                return found;
            }
            from = page.get(page.size() - 1).key().label() + 1;
        }
    }

    public DetailKey key() {
        return key;
    }

    /** A copy of the value. */
    public byte[] value() {
        return value.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Detail detail && key.equals(detail.key) && Arrays.equals(value, detail.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return key + " of " + value.length + " bytes";
    }
}
