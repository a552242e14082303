package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.blockkey.BlockKeys;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.datanode.access.PeerToken;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RenewingWriter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.hadoop.hdfs.security.token.block.BlockKey;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.protocol.KeyUpdateCommand;
import org.jspecify.annotations.Nullable;

/**
 * Brings the block keys from the store to a DataNode: with the first heartbeat after a registration, and from then on several times in each
 * interval. A DataNode makes one call at a time; the calls may come in different threads.
 */
final class BlockKeyDelivery {
    private static final Duration FIRST_KEYS = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** So many times an interval, so that a DataNode has a key long before somebody signs with it. */
    private static final int DELIVERIES = 8;

    private final boolean secure;
    private final RenewingWriter writer;
    private final InstantSource clock;
    private final Pause pause;
    private final PeerToken peers;
    private volatile boolean owed;
    private volatile @Nullable Instant nextDelivery;

    /** Deliveries in a cluster that is in secure mode; in another one there are none. */
    BlockKeyDelivery(boolean secure, RenewingWriter writer, InstantSource clock, Pause pause, PeerToken peers) {
        this.secure = secure;
        this.writer = requireNonNull(writer, "writer");
        this.clock = requireNonNull(clock, "clock");
        this.pause = requireNonNull(pause, "pause");
        this.peers = requireNonNull(peers, "peers");
    }

    /**
     * What a registration tells the DataNode: whether to demand tokens, and how long its own last. In a cluster that is new, waits a
     * few seconds until the housekeeping has made the first keys.
     *
     * @throws IOException if there are none yet; the DataNode registers again
     */
    ExportedBlockKeys announced() throws IOException {
        if (!secure) {
            return ExportedBlockKeys.DUMMY_KEYS;
        }
        Instant end = clock.instant().plus(FIRST_KEYS);
        Optional<BlockKeys> keys = read();
        while (keys.isEmpty() && clock.instant().isBefore(end)) {
            pause.pause(LOOK);
            keys = read();
        }
        BlockKeys present = keys.orElseThrow(() -> new IOException(
                "the file system has no block keys yet: whichever DataNode's process does the housekeeping makes them, if"
                        + " LAMBDAFS_SECURE is true for it too"));
        owed = true;
        return new ExportedBlockKeys(
                true, present.interval().toMillis(), present.lifetime().toMillis(), new BlockKey(), new BlockKey[0]);
    }

    private Optional<BlockKeys> read() {
        return writer.read(StoredBlockKeys::read);
    }

    /**
     * Whether the DataNode has had no keys since it registered. Its first heartbeat then brings it the keys and nothing
     * else, so that no client is sent to a DataNode that would refuse it.
     */
    boolean isOwed() {
        return owed;
    }

    /** The keys, if it is time to tell the DataNode. */
    Optional<KeyUpdateCommand> due() throws IOException {
        Instant next = nextDelivery;
        if (!secure || (!owed && next != null && clock.instant().isBefore(next))) {
            return Optional.empty();
        }
        Optional<BlockKeys> read = read();
        if (read.isEmpty()) {
            return Optional.empty();
        }
        BlockKeys keys = read.get();
        ExportedBlockKeys exported = exported(keys);
        peers.renew(exported);
        owed = false;
        nextDelivery = clock.instant().plus(keys.isDue(clock.millis()) ? Duration.ZERO : pace(keys));
        return Optional.of(new KeyUpdateCommand(exported));
    }

    private static Duration pace(BlockKeys keys) {
        Duration shorter = keys.interval().compareTo(keys.lifetime()) < 0 ? keys.interval() : keys.lifetime();
        Duration pace = shorter.dividedBy(DELIVERIES);
        return pace.compareTo(LONGEST) < 0 ? pace : LONGEST;
    }

    private static ExportedBlockKeys exported(BlockKeys keys) {
        return new ExportedBlockKeys(
                true,
                keys.interval().toMillis(),
                keys.lifetime().toMillis(),
                hadoopKey(keys.current()),
                keys.all().stream().map(BlockKeyDelivery::hadoopKey).toArray(BlockKey[]::new));
    }

    private static BlockKey hadoopKey(io.lambdafs.blockkey.BlockKey key) {
        return new BlockKey(key.id(), key.expiryMillis(), key.secret());
    }
}
