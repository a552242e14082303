package io.lambdafs.store.rocks.operation;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.rocks.table.StoredTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a transaction read when it began, because its hint named it. Inodes and blocks hold until the transaction changes one:
 * no other transaction changes a locked row.
 *
 * @param nowMicros when it was looked up, by the store's clock, in microseconds since 1970
 * @param priorOutcome what an earlier transaction of the request recorded
 * @param rows the locked inodes at the hinted keys
 * @param blocks the blocks of the hinted file, by its id
 * @param leases the ages of the hinted client's lease, by the client's name
 */
public record Prefetched(
        long nowMicros,
        Optional<byte[]> priorOutcome,
        Map<INodeKey, Locked> rows,
        Map<INodeId, List<BlockInfo>> blocks,
        Map<String, Optional<Duration>> leases) {
    static final Codec<Prefetched> CODEC = Codec.of(PrefetchedCodec::put, PrefetchedCodec::get);

    /** Of a transaction that prefetches nothing. */
    public static final Prefetched NOTHING = new Prefetched(0, Optional.empty(), Map.of(), Map.of(), Map.of());

    public Prefetched {
        requireNonNull(priorOutcome, "priorOutcome");
        rows = Map.copyOf(rows);
        blocks = Map.copyOf(blocks);
        leases = Map.copyOf(leases);
    }

    /** The inode at a key, and the mode of its lock. */
    public record Locked(LockMode mode, Optional<INode> inode) {
        public Locked {
            requireNonNull(mode, "mode");
            requireNonNull(inode, "inode");
        }
    }

    /** Admits the request, takes the hinted locks and reads the hinted rows. */
    static Prefetched by(StoredTables tables, Opening opening) {
        Optional<byte[]> prior = opening.request().flatMap(tables.outcomes()::admit);
        Map<INodeKey, Locked> rows = new LinkedHashMap<>();
        for (KeyLock lock : opening.locks()) {
            Optional<INode> inode = tables.inodes().lock(lock);
            if (lock.mode() != LockMode.NONE) {
                rows.merge(lock.key(), new Locked(lock.mode(), inode), Prefetched::stronger);
            }
        }
        Map<INodeId, List<BlockInfo>> blocks = new LinkedHashMap<>();
        opening.blocksOf()
                .map(rows::get)
                .flatMap(Locked::inode)
                .ifPresent(file -> blocks.put(file.id(), tables.blocks().ofFiles(List.of(file.id()))));
        Map<String, Optional<Duration>> leases = new LinkedHashMap<>();
        opening.leaseOf().ifPresent(client -> leases.put(client, tables.leases().age(client)));
        return new Prefetched(tables.nowMicros(), prior, rows, blocks, leases);
    }

    private static Locked stronger(Locked one, Locked other) {
        return one.mode().compareTo(other.mode()) >= 0 ? one : other;
    }

    /** The same without what a change of an inode or of a block may have made wrong. */
    public Prefetched afterChange() {
        return rows.isEmpty() && blocks.isEmpty()
                ? this
                : new Prefetched(nowMicros, priorOutcome, Map.of(), Map.of(), leases);
    }

    /** The same without the lease. */
    public Prefetched afterRenewal() {
        return new Prefetched(nowMicros, priorOutcome, rows, blocks, Map.of());
    }

    /** The inodes with these keys, if it is known of each whether there is one. */
    public Optional<List<INode>> find(List<INodeKey> keys) {
        List<INode> found = new ArrayList<>(keys.size());
        for (INodeKey key : keys.size() > 1 ? new LinkedHashSet<>(keys) : keys) {
            Locked locked = rows.get(key);
            if (locked == null || (locked.inode().isEmpty() && !isLocked(key.parent()))) {
                return Optional.empty();
            }
            locked.inode().ifPresent(found::add);
        }
        return Optional.of(found);
    }

    /* A transaction that adds an entry holds the directory EXCLUSIVE. So no name appears while this one holds the directory. */
    private boolean isLocked(INodeId directory) {
        for (Locked locked : rows.values()) {
            if (locked.inode().isPresent() && locked.inode().get().id().equals(directory)) {
                return true;
            }
        }
        return false;
    }

    /** The inodes that are to be locked, if all of them are, in these modes or stronger ones. */
    public Optional<List<INode>> lock(List<RowLock> wishes) {
        List<INode> found = new ArrayList<>(wishes.size());
        for (RowLock wish : wishes) {
            Optional<INode> inode = locked(wish);
            if (inode.isEmpty()) {
                return Optional.empty();
            }
            found.add(inode.get());
        }
        return Optional.of(found);
    }

    private Optional<INode> locked(RowLock wish) {
        for (Locked locked : rows.values()) {
            Optional<INode> inode = locked.inode();
            if (inode.isPresent()
                    && inode.get().id().equals(wish.inode())
                    && locked.mode().compareTo(wish.mode()) >= 0) {
                return inode;
            }
        }
        return Optional.empty();
    }
}
