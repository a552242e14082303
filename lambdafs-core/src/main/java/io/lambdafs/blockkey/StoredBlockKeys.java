package io.lambdafs.blockkey;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The block keys in the metadata store: a row for each, as a detail of no inode. */
public final class StoredBlockKeys {
    private static final byte VERSION = 1;
    private static final int BYTES = 1 + 4 * Long.BYTES + BlockKey.SECRET_BYTES;

    private StoredBlockKeys() {}

    /** The keys, if the housekeeping has made some. One round trip. */
    public static Optional<BlockKeys> read(Transaction tx) {
        List<Detail> rows = tx.details().of(INodeId.NONE, DetailKind.BLOCK_KEY, 0, INodeTable.MAX_BATCH);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<BlockKey> keys = new ArrayList<>(rows.size());
        long[] set = new long[3];
        for (int i = 0; i < rows.size(); i++) {
            ByteBuffer value = value(rows.get(i));
            long expiry = value.getLong();
            long since = value.getLong();
            long interval = value.getLong();
            long lifetime = value.getLong();
            byte[] secret = new byte[BlockKey.SECRET_BYTES];
            value.get(secret);
            keys.add(new BlockKey(Math.toIntExact(rows.get(i).key().label()), expiry, secret));
            if (i == rows.size() - 2) {
                set = new long[] {since, interval, lifetime};
            }
        }
        return Optional.of(new BlockKeys(keys, set[0], Duration.ofMillis(set[1]), Duration.ofMillis(set[2])));
    }

    private static ByteBuffer value(Detail row) {
        ByteBuffer value = ByteBuffer.wrap(row.value());
        try {
            byte version = value.get();
            if (version == VERSION && value.remaining() == BYTES - 1) {
                return value;
            }
        } catch (BufferUnderflowException empty) {
            // Refused below.
        }
        throw new StoreException(
                StoreException.Kind.INCOMPATIBLE,
                "the block key " + row.key().label()
                        + " in the store has a form that this program does not know: use the newer program that wrote it");
    }

    /**
     * Makes the first keys, or renews them where it is time; returns whether it changed something. For the process with the housekeeping role,
     * in a transaction that holds it.
     */
    public static boolean renew(Transaction tx, BlockKeyConfig config, Supplier<byte[]> secrets) {
        Optional<BlockKeys> present = read(tx);
        long now = tx.nowMillis();
        if (present.isPresent() && !isChangeDue(present.get(), config, now)) {
            return false;
        }
        BlockKeys renewed = present.map(keys -> keys.renewed(config, now, secrets))
                .orElseGet(() -> BlockKeys.first(config, now, secrets));
        Set<DetailKey> gone = new HashSet<>();
        present.ifPresent(keys -> keys.all().forEach(key -> gone.add(rowKey(key))));
        for (BlockKey key : renewed.all()) {
            tx.details().put(row(key, renewed));
            gone.remove(rowKey(key));
        }
        if (!gone.isEmpty()) {
            tx.details().delete(List.copyOf(gone));
        }
        return true;
    }

    /** Whether {@link #renew} would change something at this time of the store's clock. */
    public static boolean isChangeDue(BlockKeys keys, BlockKeyConfig config, long now) {
        return keys.isDue(now) || keys.hasEnded(config, now);
    }

    private static Detail row(BlockKey key, BlockKeys set) {
        byte[] value = ByteBuffer.allocate(BYTES)
                .put(VERSION)
                .putLong(key.expiryMillis())
                .putLong(set.currentSince())
                .putLong(set.interval().toMillis())
                .putLong(set.lifetime().toMillis())
                .put(key.secret())
                .array();
        return new Detail(rowKey(key), value);
    }

    private static DetailKey rowKey(BlockKey key) {
        return new DetailKey(INodeId.NONE, DetailKind.BLOCK_KEY, key.id());
    }
}
