package io.lambdafs.blockkey;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The block keys of a file system at one moment: the current one, which signs new tokens, the next one, and the former
 * ones of tokens that may still be valid. Immutable.
 *
 * <p>A DataNode learns a key one interval before a NameNode signs with it, and keeps it until the last token made with it has expired. So
 * neither a DataNode nor a NameNode need hear of a change at once.
 *
 * <p>Clocks: the store's decides when a key becomes current. A token ends by the clock of the NameNode that made it, and a DataNode compares
 * that end with its own clock, as it does a key's. So a key that ends later than every token made with it is there for each of them, however
 * wrong the DataNode's clock is. A NameNode's clock may be ahead of the store's by {@link BlockKeyConfig#clockSkew()}, and a NameNode may
 * sign with a key for half an interval after that key was replaced ({@link #maxAge}).
 */
public final class BlockKeys {
    private final List<BlockKey> former;
    private final BlockKey current;
    private final BlockKey next;
    private final long currentSince;
    private final Duration interval;
    private final Duration lifetime;

    /**
     * Keys.
     *
     * @param keys in the order of their ids, two at least: the last is the next one, and that before it the current one
     * @param currentSince when the current one became it, in milliseconds of the store's clock
     * @param interval how long the current one is to sign
     * @param lifetime how long a token made with it is valid
     */
    BlockKeys(List<BlockKey> keys, long currentSince, Duration interval, Duration lifetime) {
        int count = keys.size();
        if (count < 2) {
            throw new IllegalArgumentException("there are two block keys at least, not " + count);
        }
        this.former = List.copyOf(keys.subList(0, count - 2));
        this.current = keys.get(count - 2);
        this.next = keys.get(count - 1);
        this.currentSince = currentSince;
        this.interval = requireNonNull(interval, "interval");
        this.lifetime = requireNonNull(lifetime, "lifetime");
    }

    /** The first keys of a file system. */
    static BlockKeys first(BlockKeyConfig config, long now, Supplier<byte[]> secrets) {
        return begun(List.of(), 0, config, now, secrets);
    }

    private static BlockKeys begun(
            List<BlockKey> former, int lastId, BlockKeyConfig config, long now, Supplier<byte[]> secrets) {
        List<BlockKey> keys = new ArrayList<>(former);
        keys.add(new BlockKey(lastId + 1, end(config, now, 2), secrets.get()));
        keys.add(new BlockKey(lastId + 2, end(config, now, 3), secrets.get()));
        return new BlockKeys(keys, now, config.interval(), config.lifetime());
    }

    /* When tokens made with a key that signs for so many intervals from now on have ended. */
    private static long end(BlockKeyConfig config, long now, int intervals) {
        return now
                + config.interval().multipliedBy(intervals).toMillis()
                + config.lifetime().toMillis()
                + config.clockSkew().toMillis();
    }

    /** The key that signs. */
    public BlockKey current() {
        return current;
    }

    /** All keys, in the order of their ids. */
    public List<BlockKey> all() {
        return Stream.concat(former.stream(), Stream.of(current, next)).toList();
    }

    long currentSince() {
        return currentSince;
    }

    public Duration interval() {
        return interval;
    }

    /** How long a token made with the current key is valid. */
    public Duration lifetime() {
        return lifetime;
    }

    /** For how long a process may go on with these keys before it reads them again. */
    public Duration maxAge() {
        Duration half = interval.dividedBy(2);
        Duration most = Duration.ofMinutes(5);
        return half.compareTo(most) < 0 ? half : most;
    }

    /** Whether a token made now with the current key is valid for its whole life; false where nobody has renewed the keys for long. */
    public boolean isUsable(long nowMillis) {
        return nowMillis + lifetime.toMillis() <= current.expiryMillis();
    }

    /** Whether the next key should have become the current one, at this time of the store's clock. */
    public boolean isDue(long now) {
        return now >= currentSince + interval.toMillis();
    }

    /** Whether a key is to be forgotten, at this time of the store's clock. */
    boolean hasEnded(BlockKeyConfig config, long now) {
        return former.stream().anyMatch(key -> hasEnded(key, config, now));
    }

    /* A DataNode whose clock is behind may still accept a token that was made with it. */
    private static boolean hasEnded(BlockKey key, BlockKeyConfig config, long now) {
        return key.expiryMillis() + config.clockSkew().toMillis() < now;
    }

    /**
     * The keys after the housekeeping has looked at them: the next one is the current one if it is time, and what has ended is gone. Keys that
     * nobody has renewed for two intervals are replaced by new ones at once.
     *
     * @param now of the store's clock
     * @param secrets makes a secret for each new key
     */
    BlockKeys renewed(BlockKeyConfig config, long now, Supplier<byte[]> secrets) {
        if (now >= currentSince + interval.multipliedBy(2).toMillis()) {
            return begun(lasting(all(), config, now), next.id(), config, now, secrets);
        }
        if (!isDue(now)) {
            return new BlockKeys(
                    Stream.concat(lasting(former, config, now).stream(), Stream.of(current, next))
                            .toList(),
                    currentSince,
                    interval,
                    lifetime);
        }
        List<BlockKey> keys = new ArrayList<>(lasting(former, config, now));
        keys.add(current.expiringAt(Math.max(current.expiryMillis(), end(config, now, 1))));
        keys.add(next.expiringAt(Math.max(next.expiryMillis(), end(config, now, 2))));
        keys.add(new BlockKey(next.id() + 1, end(config, now, 3), secrets.get()));
        return new BlockKeys(keys, now, config.interval(), config.lifetime());
    }

    private static List<BlockKey> lasting(List<BlockKey> keys, BlockKeyConfig config, long now) {
        return keys.stream().filter(key -> !hasEnded(key, config, now)).toList();
    }
}
