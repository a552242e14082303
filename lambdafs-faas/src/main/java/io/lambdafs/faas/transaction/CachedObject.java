package io.lambdafs.faas.transaction;

import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.Version;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is cached of one object. */
final class CachedObject {
    private static final int ITEM_BYTES = 100;

    private final Map<Long, Version> blocks = new HashMap<>();
    private final Map<Item, Version> others = new HashMap<>();
    private @Nullable List<Listing.Entry> entries;
    private long bytes;
    /** The moment at which all of it is right. */
    private long validAt;

    CachedObject(long validAt) {
        this.validAt = validAt;
    }

    long validAt() {
        return validAt;
    }

    void isValidAt(long timestamp) {
        validAt = Math.max(validAt, timestamp);
    }

    /** What it takes, about. */
    long bytes() {
        return bytes;
    }

    @Nullable
    Version block(long index) {
        return blocks.get(index);
    }

    @Nullable
    Version get(Item item) {
        return item.kind() == Item.Kind.BLOCK ? blocks.get(item.index()) : others.get(item);
    }

    void put(Item item, Version version) {
        if (item.kind() == Item.Kind.BLOCK) {
            count(blocks.put(item.index(), version), version);
        } else {
            count(others.put(item, version), version);
        }
        if (item.kind() == Item.Kind.MEMBERS) {
            entries = null;
        }
    }

    private void count(@Nullable Version before, Version after) {
        bytes += size(after) - (before == null ? 0 : size(before));
    }

    private static long size(Version version) {
        return ITEM_BYTES + version.value().map(value -> (long) value.length()).orElse(0L);
    }

    void remove(Item item) {
        Version gone = item.kind() == Item.Kind.BLOCK ? blocks.remove(item.index()) : others.remove(item);
        bytes -= gone == null ? 0 : size(gone);
        if (item.kind() == Item.Kind.MEMBERS) {
            entries = null;
        }
    }

    void removeBlocks() {
        blocks.values().forEach(gone -> bytes -= size(gone));
        blocks.clear();
    }

    /** All entries, as of the version of what stands for them. */
    @Nullable
    List<Listing.Entry> entries() {
        return entries;
    }

    void entries(List<Listing.Entry> all) {
        entries = List.copyOf(all);
        bytes += (long) all.size() * ITEM_BYTES;
    }
}
