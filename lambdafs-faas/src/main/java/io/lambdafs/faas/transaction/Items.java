package io.lambdafs.faas.transaction;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the items of a volume hold at a transaction's moment: from the cache, or else from the store. */
final class Items {
    /** An object's fields are needed together, so these are fetched together, with its length. */
    private static final int FIELDS = 8;

    /** So many blocks are fetched ahead when blocks are read one after the other. */
    private static final int AHEAD = 64;

    private final OpenVolume volume;
    private final long timestamp;

    Items(OpenVolume volume, long timestamp) {
        this.volume = volume;
        this.timestamp = timestamp;
    }

    Version get(Item item) {
        CachedObject object = object(item.object());
        Version cached = object.get(item);
        if (cached != null) {
            return cached;
        }
        List<Item> wanted = new ArrayList<>(List.of(item));
        if (item.kind() == Item.Kind.FIELD || item.kind() == Item.Kind.LENGTH) {
            addOfObject(item, object, wanted);
        }
        fetch(object, wanted);
        return found(object, item);
    }

    private static void addOfObject(Item item, CachedObject object, List<Item> wanted) {
        List<Item> all = new ArrayList<>(List.of(Item.length(item.object())));
        for (int field = 0; field < FIELDS; field++) {
            all.add(Item.field(item.object(), field));
        }
        all.stream()
                .filter(each -> !each.equals(item) && object.get(each) == null)
                .forEach(wanted::add);
    }

    private static Version found(CachedObject object, Item item) {
        Version version = object.get(item);
        if (version == null) {
            throw new IllegalStateException(item + " was not fetched");
        }
        return version;
    }

    /** A block; fetches at once those that are wanted next. */
    Version block(long id, LocalObject local, long index, long lastWanted) {
        CachedObject object = object(id);
        Version cached = object.block(index);
        if (cached != null) {
            return cached;
        }
        List<Item> wanted = new ArrayList<>();
        long last = index == local.lastFetched() + 1 ? Math.max(lastWanted, index + AHEAD) : lastWanted;
        long end =
                (local.length() + volume.info().blockSize() - 1) / volume.info().blockSize();
        last = Math.max(index, Math.min(Math.min(last, end - 1), index + VolumeStore.MAX_FETCHED - 1));
        for (long each = index; each <= last; each++) {
            if (object.block(each) == null) {
                wanted.add(Item.block(id, each));
            }
        }
        local.fetched(last);
        fetch(object, wanted);
        return found(object, Item.block(id, index));
    }

    /** All entries of an object. */
    List<Listing.Entry> entries(long id) {
        CachedObject object = object(id);
        List<Listing.Entry> cached = object.entries();
        if (cached != null) {
            return cached;
        }
        List<Listing.Entry> all = new ArrayList<>();
        Optional<ByteString> next = Optional.of(ByteString.EMPTY);
        while (next.isPresent()) {
            ByteString after = next.get();
            Listing part =
                    ask(() -> volume.store().entries(volume.info().id(), timestamp, id, after, VolumeStore.MAX_LISTED));
            all.addAll(part.entries());
            next = part.next();
        }
        object.entries(all);
        return all;
    }

    /** Has the cache hold what a commit wrote. */
    void keep(Item item, Version version) {
        CachedObject object = volume.cache().get(item.object());
        if (object != null) {
            object.put(item, version);
        }
    }

    private CachedObject object(long id) {
        VolumeCache cache = volume.cache();
        CachedObject object = cache.getOrMake(id, timestamp);
        if (volume.isLazy() && cache.validAt(object) < timestamp) {
            long from = cache.validAt(object);
            Optional<List<Item>> changed =
                    ask(() -> volume.store().changed(volume.info().id(), id, from, timestamp));
            if (changed.isEmpty()) {
                cache.forgetObject(id);
                return cache.getOrMake(id, timestamp);
            }
            changed.get().forEach(object::remove);
            object.isValidAt(timestamp);
        }
        return object;
    }

    /* A large answer may lack the last items. They are fetched when they are needed. */
    private void fetch(CachedObject object, List<Item> wanted) {
        List<Version> found = ask(() -> volume.store().fetch(volume.info().id(), timestamp, wanted));
        for (int i = 0; i < found.size(); i++) {
            object.put(wanted.get(i), found.get(i));
        }
    }

    private static <T> T ask(Supplier<T> question) {
        try {
            return question.get();
        } catch (StoreException e) {
            throw OpenVolume.translate(e);
        }
    }
}
