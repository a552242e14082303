package io.lambdafs.quota;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The counts of directories with quotas in one transaction: rows of {@link DetailKind#QUOTA_SHARD}, by {@link Escrow}'s rule.
 *
 * <p>A directory has these rows exactly when it has a quota. Until the transaction that charges a directory ends, that
 * transaction ensures that the directory's quota does not change, and that the directory stays above the changed inode.
 */
public final class QuotaLedger {
    /** How many writers can count below one directory at a time. */
    static final int SHARDS = 8;

    private static final Comparator<QuotaCharge> BY_DIRECTORY =
            Comparator.comparing(charge -> charge.directory().id());
    private static final Comparator<QuotaCharge> DEEPEST_FIRST =
            Comparator.comparingInt(charge -> -charge.path().depth());

    private final Transaction tx;
    private final int own;
    private final Map<DetailKey, QuotaShard> shards = new HashMap<>();

    private QuotaLedger(Transaction tx, long spread) {
        this.tx = tx;
        this.own = (int) Math.floorMod(spread, (long) SHARDS);
    }

    /**
     * Counts a change for each of these directories. Two round trips; none if nothing changes.
     *
     * @param spread a number that differs between changes, so that they meet in different rows
     * @throws io.lambdafs.fs.FsException if a quota does not allow it; of several, the deepest directory's
     * @throws StoreException of kind CONFLICT if the transaction is to run again
     */
    public static void charge(Transaction tx, long spread, List<QuotaCharge> charges) {
        List<QuotaCharge> effective = charges.stream()
                .filter(charge -> !charge.delta().equals(QuotaCounts.ZERO))
                .sorted(BY_DIRECTORY)
                .toList();
        if (!effective.isEmpty()) {
            new QuotaLedger(tx, spread).charge(effective);
        }
    }

    /** Begins the count of a directory that gets these limits, or counts it anew. */
    public static void open(Transaction tx, INodeId directory, QuotaCounts limits, QuotaCounts used) {
        List<QuotaShard> shards = new ArrayList<>();
        for (int index = 0; index < SHARDS; index++) {
            shards.add(new QuotaShard(index == 0 ? used : QuotaCounts.ZERO, QuotaCounts.ZERO));
        }
        List<QuotaShard> divided = Escrow.divided(shards, limits);
        for (int index = 0; index < SHARDS; index++) {
            tx.details()
                    .put(new Detail(key(directory, index), divided.get(index).encode()));
        }
    }

    /** Ends the count of a directory that loses its limits. */
    public static void close(Transaction tx, INodeId directory) {
        tx.details().delete(keys(directory).toList());
    }

    /**
     * What is used below a directory with a quota, itself included. One round trip. A caller that read the directory earlier, without
     * a lock, has to read it again afterwards: its quota may have changed in between.
     *
     * @throws StoreException of kind CONFLICT if the directory has lost its quota since the caller read it
     */
    public static QuotaCounts used(Transaction tx, INodeId directory) {
        List<Detail> rows = tx.details().of(directory, DetailKind.QUOTA_SHARD, 0, SHARDS);
        if (rows.isEmpty()) {
            throw beingChanged();
        }
        return Escrow.sum(
                rows.stream().map(row -> QuotaShard.decode(row.value())).toList());
    }

    private static DetailKey key(INodeId directory, long shard) {
        return new DetailKey(directory, DetailKind.QUOTA_SHARD, shard);
    }

    private static Stream<DetailKey> keys(INodeId directory) {
        return LongStream.range(0, SHARDS).mapToObj(shard -> key(directory, shard));
    }

    private void charge(List<QuotaCharge> charges) {
        List<DetailKey> all = charges.stream()
                .flatMap(charge -> keys(charge.directory().id()))
                .toList();
        keep(tx.details().get(all));
        // What was read may change until it is locked, but it tells which locks will do; they are taken in one order.
        keep(tx.details().lock(charges.stream().flatMap(this::needed).toList()));
        List<QuotaCharge> wide = charges.stream()
                .filter(charge -> alone(charge).isEmpty())
                .sorted(DEEPEST_FIRST)
                .toList();
        for (QuotaCharge charge : wide) {
            keep(tx.details().lock(keys(charge.directory().id()).toList()));
            requireRoom(charge);
        }
        for (QuotaCharge charge : charges) {
            alone(charge).ifPresentOrElse(shard -> put(ownOf(charge), shard), () -> divide(charge));
        }
    }

    private void keep(List<Detail> rows) {
        rows.forEach(row -> shards.put(row.key(), QuotaShard.decode(row.value())));
    }

    private Stream<DetailKey> needed(QuotaCharge charge) {
        return alone(charge).isPresent()
                ? Stream.of(ownOf(charge))
                : keys(charge.directory().id());
    }

    private DetailKey ownOf(QuotaCharge charge) {
        return key(charge.directory().id(), own);
    }

    private Optional<QuotaShard> alone(QuotaCharge charge) {
        return Escrow.alone(shard(ownOf(charge)), charge.delta());
    }

    /* Without the row, the quota was taken away since it was read: the transaction would be turned back at its end. */
    private QuotaShard shard(DetailKey key) {
        QuotaShard shard = shards.get(key);
        if (shard == null) {
            throw beingChanged();
        }
        return shard;
    }

    private static StoreException beingChanged() {
        return new StoreException(StoreException.Kind.CONFLICT, "a quota on the path is being changed");
    }

    private List<QuotaShard> allOf(QuotaCharge charge) {
        return keys(charge.directory().id()).map(this::shard).toList();
    }

    private void requireRoom(QuotaCharge charge) {
        QuotaCounts used = Escrow.sum(allOf(charge));
        OptionalInt exceeded =
                charge.checked() ? Escrow.exceeded(used, charge.limits(), charge.delta()) : OptionalInt.empty();
        if (exceeded.isPresent()) {
            throw QuotaRefusal.of(charge, exceeded.getAsInt(), used.get(exceeded.getAsInt()));
        }
    }

    private void divide(QuotaCharge charge) {
        List<QuotaShard> changed = new ArrayList<>(allOf(charge));
        changed.set(own, changed.get(own).plus(charge.delta()));
        List<QuotaShard> divided = Escrow.divided(changed, charge.limits());
        for (int index = 0; index < SHARDS; index++) {
            put(key(charge.directory().id(), index), divided.get(index));
        }
    }

    private void put(DetailKey key, QuotaShard shard) {
        shards.put(key, shard);
        tx.details().put(new Detail(key, shard.encode()));
    }
}
