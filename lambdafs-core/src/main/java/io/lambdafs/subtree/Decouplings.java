package io.lambdafs.subtree;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The decoupled subtrees in one transaction, with the parts of their journals that were brought to the store.
 *
 * <p>A transaction that changes one holds its hidden file: EXCLUSIVE to change the row or to end it, SHARED to apply a part of a merge. So a
 * merge is neither ended nor discarded while a part of it is being applied.
 */
public final class Decouplings {
    private static final int PAGE = 1000;

    private final Transaction tx;

    private Decouplings(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    public static Decouplings in(Transaction tx) {
        return new Decouplings(tx);
    }

    /** All of them, in the order of their numbers. */
    public List<Decoupling> all() {
        return rows().map(row -> DecouplingCodec.decode(row.value())).toList();
    }

    /** The numbers of all of them, in order, also of those that cannot be read. */
    public List<INodeId> numbers() {
        return rows().map(row -> new INodeId(row.key().label())).toList();
    }

    private Stream<Detail> rows() {
        return Detail.all(tx, INodeId.NONE, DetailKind.DECOUPLED_SUBTREE).stream();
    }

    /** The one with this number, unlocked. */
    public Optional<Decoupling> get(INodeId number) {
        return tx.details().get(List.of(key(number))).stream()
                .findFirst()
                .map(detail -> DecouplingCodec.decode(detail.value()));
    }

    /** Locks the one with this number and returns it as it is under the lock. */
    public Optional<Decoupling> lock(INodeId number, LockMode mode) {
        return tx.inodes().lock(List.of(new RowLock(number, mode))).isEmpty() ? Optional.empty() : get(number);
    }

    /** Inserts the row, or replaces the one with its number. */
    public void put(Decoupling decoupling) {
        tx.details().put(new Detail(key(decoupling.number()), DecouplingCodec.encode(decoupling)));
    }

    /** Removes the row, all that was brought to the store, and the hidden file with the blocks that no file has taken. */
    public void remove(Decoupling decoupling) {
        INodeId number = decoupling.number();
        tx.details().delete(List.of(key(number)));
        tx.details().deleteOf(List.of(number));
        tx.blocks().deleteOfFiles(List.of(number));
        tx.inodes().delete(List.of(number));
    }

    /** Keeps a part of a journal; one with its number is replaced. */
    public void stage(INodeId number, int chunk, byte[] bytes) {
        tx.details().put(new Detail(new DetailKey(number, DetailKind.SUBTREE_JOURNAL, chunk), bytes));
    }

    /** The parts of a journal from this one on, as many as one round trip brings. */
    public List<byte[]> staged(INodeId number, int from) {
        return tx.details().of(number, DetailKind.SUBTREE_JOURNAL, from, PAGE).stream()
                .map(Detail::value)
                .toList();
    }

    /** The CRC-32 of so many parts of a journal, from the first one on; empty if not all of them are kept. */
    public OptionalLong checksum(INodeId number, int parts) {
        CRC32 checksum = new CRC32();
        int next = 0;
        while (next < parts) {
            int wanted = Math.min(PAGE, parts - next);
            List<Detail> page = tx.details().of(number, DetailKind.SUBTREE_JOURNAL, next, wanted);
            boolean gap = page.size() < wanted || page.get(wanted - 1).key().label() != next + wanted - 1L;
            if (gap) {
                return OptionalLong.empty();
            }
            page.forEach(part -> checksum.update(part.value(), 0, part.value().length));
            next += wanted;
        }
        return OptionalLong.of(checksum.getValue());
    }

    /** Whether this part is kept, with these bytes. */
    public boolean isStaged(INodeId number, int chunk, byte[] bytes) {
        return tx.details().get(List.of(new DetailKey(number, DetailKind.SUBTREE_JOURNAL, chunk))).stream()
                .anyMatch(detail -> Arrays.equals(detail.value(), bytes));
    }

    /** Whether a slice of the merge was applied. */
    public boolean isApplied(INodeId number, long slice) {
        return !tx.details()
                .get(List.of(new DetailKey(number, DetailKind.SUBTREE_SLICE, slice)))
                .isEmpty();
    }

    /** Notes that a slice of the merge was applied, in the transaction that applies it. */
    public void applied(INodeId number, long slice) {
        tx.details().put(new Detail(new DetailKey(number, DetailKind.SUBTREE_SLICE, slice), new byte[0]));
    }

    /** How many slices were applied. */
    public int countApplied(INodeId number) {
        int count = 0;
        for (long from = 0; ; ) {
            List<Detail> page = tx.details().of(number, DetailKind.SUBTREE_SLICE, from, INodeTable.MAX_BATCH);
            count += page.size();
            if (page.size() < INodeTable.MAX_BATCH) {
                return count;
            }
            from = page.get(page.size() - 1).key().label() + 1;
        }
    }

    /** Forgets what was brought to the store and applied, so that another merge can begin. */
    public void clearMerge(INodeId number) {
        tx.details().deleteOf(List.of(number));
    }

    private static DetailKey key(INodeId number) {
        return new DetailKey(INodeId.NONE, DetailKind.DECOUPLED_SUBTREE, number.value());
    }
}
