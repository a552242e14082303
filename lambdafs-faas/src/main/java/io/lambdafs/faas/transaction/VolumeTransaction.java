package io.lambdafs.faas.transaction;

import io.lambdafs.faas.transaction.TransactionException.Reason;
import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.Write;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A transaction: it reads what its volume held when it began, with its own writes over it. What it reads it relies on: its commit is
 * refused if somebody else has changed that. Not thread-safe.
 */
public final class VolumeTransaction {
    private final OpenVolume volume;
    private final long timestamp;
    private final int blockSize;
    private final Items items;
    private final Map<Long, LocalObject> objects = new HashMap<>();
    /** The commits that wrote the fields and entries which this has read. */
    private final Map<Item, Long> read = new LinkedHashMap<>();
    /** What they hold from now on; empty if nothing. */
    private final Map<Item, Optional<ByteString>> written = new LinkedHashMap<>();

    private final Set<Long> fresh = new HashSet<>();
    private final Set<Long> dropped = new LinkedHashSet<>();
    private int itemsRead;
    private long dirtyBlocks;

    VolumeTransaction(OpenVolume volume, long timestamp) {
        this.volume = volume;
        this.timestamp = timestamp;
        blockSize = volume.info().blockSize();
        items = new Items(volume, timestamp);
    }

    /** The moment at which it reads: the number of a commit. */
    public long timestamp() {
        return timestamp;
    }

    /** The number of a new object, which nobody else knows before the commit. */
    public long newObject() {
        long object = volume.newObject();
        fresh.add(object);
        return object;
    }

    /** What a field or an entry holds. */
    public Optional<ByteString> get(Item item) {
        Optional<ByteString> own = written.get(item);
        if (own != null) {
            return own;
        }
        if (fresh.contains(item.object())) {
            return Optional.empty();
        }
        Version version = items.get(item);
        relyOn(item, version);
        return version.value();
    }

    private void relyOn(Item item, Version version) {
        if (read.put(item, version.commit()) == null) {
            countRead();
        }
    }

    private void countRead() {
        if (++itemsRead > volume.limits().items()) {
            throw new TransactionException(
                    Reason.TOO_LARGE,
                    "a transaction reads at most " + volume.limits().items() + " blocks, names and attributes");
        }
    }

    /** Has a field or an entry hold this from now on. */
    public void put(Item item, ByteString value) {
        set(item, Optional.of(value));
    }

    /** Has a field or an entry hold nothing from now on. */
    public void remove(Item item) {
        set(item, Optional.empty());
    }

    private void set(Item item, Optional<ByteString> value) {
        written.put(item, value);
        if (written.size() > volume.limits().items()) {
            throw new TransactionException(
                    Reason.TOO_LARGE,
                    "a transaction changes at most " + volume.limits().items() + " names and attributes");
        }
    }

    /** All entries of an object by name. */
    public NavigableMap<ByteString, ByteString> entries(long object) {
        NavigableMap<ByteString, ByteString> all = new TreeMap<>();
        if (!fresh.contains(object)) {
            relyOn(Item.members(object), items.get(Item.members(object)));
            items.entries(object)
                    .forEach(entry ->
                            all.put(entry.name(), entry.version().value().orElse(ByteString.EMPTY)));
        }
        written.forEach((item, value) -> {
            if (item.object() == object && item.kind() == Item.Kind.ENTRY) {
                value.ifPresentOrElse(bytes -> all.put(item.name(), bytes), () -> all.remove(item.name()));
            }
        });
        return all;
    }

    /** How long an object is. */
    public long length(long object) {
        return local(object).observeLength();
    }

    private LocalObject local(long object) {
        LocalObject known = objects.get(object);
        if (known != null) {
            return known;
        }
        boolean isFresh = fresh.contains(object);
        long base = isFresh ? 0 : number(items.get(Item.length(object)));
        LocalObject made = new LocalObject(object, isFresh, base, blockSize);
        objects.put(object, made);
        return made;
    }

    private static long number(Version length) {
        return length.value()
                .map(bytes -> ByteBuffer.wrap(bytes.array()).getLong())
                .orElse(0L);
    }

    /** Reads bytes of an object; returns how many there are, 0 at its end. */
    public int read(long object, long offset, byte[] into, int from, int wanted) {
        LocalObject local = local(object);
        int length = local.observe(offset, wanted);
        int done = 0;
        while (done < length) {
            long index = (offset + done) / blockSize;
            int at = (int) ((offset + done) % blockSize);
            int part = Math.min(length - done, blockSize - at);
            long last = (offset + length - 1) / blockSize;
            DirtyBlock dirty = local.dirty(index);
            if (dirty == null) {
                copy(base(object, local, index, last), at, into, from + done, part);
            } else {
                dirty.read(at, into, from + done, part, () -> base(object, local, index, last));
            }
            done += part;
        }
        return length;
    }

    private static void copy(byte[] block, int at, byte[] into, int from, int length) {
        int there = Math.max(0, Math.min(length, block.length - at));
        System.arraycopy(block, Math.min(at, block.length), into, from, there);
        Arrays.fill(into, from + there, from + length, (byte) 0);
    }

    /** What the object held when the transaction began, without what the transaction has cut off. */
    private byte[] base(long object, LocalObject local, long index, long lastWanted) {
        int kept = local.baseBytes(index);
        if (kept == 0) {
            return ByteString.EMPTY.array();
        }
        Version version = items.block(object, local, index, lastWanted);
        if (local.relyOn(index, version.commit())) {
            countRead();
        }
        byte[] block = version.value().orElse(ByteString.EMPTY).array();
        return block.length <= kept ? block : Arrays.copyOf(block, kept);
    }

    /** Writes bytes of an object, which becomes longer if they are beyond its end. */
    public void write(long object, long offset, byte[] bytes, int from, int length) {
        LocalObject local = local(object);
        int done = 0;
        while (done < length) {
            long index = (offset + done) / blockSize;
            int at = (int) ((offset + done) % blockSize);
            int part = Math.min(length - done, blockSize - at);
            if (local.dirty(index) == null) {
                countWritten();
            }
            local.dirtyToWrite(index).write(at, bytes, from + done, part);
            done += part;
        }
        if (length > 0) {
            local.wroteTo(offset + length);
        }
    }

    private void countWritten() {
        dirtyBlocks++;
        if (dirtyBlocks * blockSize > volume.limits().writtenBytes()) {
            throw new TransactionException(
                    Reason.TOO_LARGE,
                    "a transaction writes at most " + volume.limits().writtenBytes() + " bytes");
        }
    }

    /** Makes an object this long, exactly. */
    public void truncate(long object, long length) {
        local(object).truncate(length);
    }

    /** Makes an object at least this long. */
    public void extend(long object, long length) {
        local(object).wroteTo(length);
    }

    /** The object is not needed any more from the commit on. */
    public void drop(long object) {
        dropped.add(object);
    }

    /** The first byte at an offset or behind it that may be other than zero; the length if there is none. */
    public long nextData(long object, long offset) {
        LocalObject local = local(object);
        long length = local.observeLength();
        for (long at = offset; at < length; at = (at / blockSize + 1) * blockSize) {
            long index = at / blockSize;
            boolean isWritten = local.dirty(index) != null;
            if (isWritten || base(object, local, index, index).length > 0) {
                return at;
            }
        }
        return length;
    }

    /** Whether it has anything to commit. */
    public boolean hasWritten() {
        return !written.isEmpty()
                || !dropped.isEmpty()
                || objects.values().stream().anyMatch(LocalObject::hasWritten);
    }

    /**
     * Commits it. If it has written nothing, it is done: it has read everything at one moment after its begin was asked for.
     *
     * @return whether it is committed; otherwise what it conflicts with
     */
    public CommitOutcome commit() {
        if (!hasWritten()) {
            return new CommitOutcome.Committed(timestamp);
        }
        List<Assertion> assertions = new ArrayList<>();
        read.forEach((item, commit) -> assertions.add(new Assertion.Unchanged(item, commit)));
        List<Write> writes = new ArrayList<>();
        objects.forEach((object, local) -> {
            if (!local.isFresh()) {
                local.addAssertions(assertions);
            }
            if (!dropped.contains(object)) {
                local.addWrites(writes);
            }
        });
        written.forEach((item, value) -> {
            if (!dropped.contains(item.object()) || !fresh.contains(item.object())) {
                writes.add(
                        value.<Write>map(bytes -> new Write.Put(item, bytes)).orElseGet(() -> new Write.Remove(item)));
            }
        });
        dropped.stream()
                .filter(object -> !fresh.contains(object))
                .forEach(object -> writes.add(new Write.Drop(object)));
        if (writes.isEmpty()) {
            // All that it made it has removed again.
            return new CommitOutcome.Committed(timestamp);
        }
        VolumeCommit commit = new VolumeCommit(UUID.randomUUID(), timestamp, assertions, writes);
        CommitOutcome outcome = Committing.commit(volume, commit);
        if (outcome instanceof CommitOutcome.Committed done) {
            keep(done.number());
        }
        return outcome;
    }

    /** Brings the cache to what this commit has made of it. */
    private void keep(long commit) {
        VolumeCache cache = volume.cache();
        written.forEach((item, value) -> {
            if (item.kind() == Item.Kind.ENTRY) {
                cache.forget(Item.members(item.object()));
            }
            items.keep(
                    item,
                    value.map(bytes -> new Version(commit, Optional.of(bytes))).orElse(Version.NONE));
        });
        objects.forEach((object, local) -> {
            if (local.hasWritten()) {
                keep(object, local, commit);
            }
        });
        dropped.forEach(cache::forgetObject);
        if (!volume.isLazy()) {
            cache.committed(commit);
        } else {
            objects.keySet().forEach(cache::forgetObject);
            written.keySet().forEach(item -> cache.forgetObject(item.object()));
        }
    }

    private void keep(long object, LocalObject local, long commit) {
        CachedObject cached = volume.cache().getOrMake(object, timestamp);
        if (local.isCut()) {
            cached.removeBlocks();
        }
        cached.remove(Item.length(object));
        local.dirty().forEach((index, block) -> {
            byte[] known = block.known();
            Item item = Item.block(object, index);
            if (known == null && !local.isFresh()) {
                cached.remove(item);
            } else {
                byte[] all = known == null ? block.all() : known;
                cached.put(item, new Version(commit, Optional.of(ByteString.owning(all))));
            }
        });
        if (local.isLengthKnown()) {
            byte[] length =
                    ByteBuffer.allocate(Long.BYTES).putLong(local.length()).array();
            cached.put(Item.length(object), new Version(commit, Optional.of(ByteString.owning(length))));
        }
    }
}
