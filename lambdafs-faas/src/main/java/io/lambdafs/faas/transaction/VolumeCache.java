package io.lambdafs.faas.transaction;

import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a process has cached of a volume. It lives through its transactions, and through the times in which the process
 * is frozen: a transaction gets what has changed meanwhile when it begins.
 */
final class VolumeCache {
    private static final float LOAD = 0.75f;

    /** Those used last come last. */
    private final Map<Long, CachedObject> objects = new LinkedHashMap<>(16, LOAD, true);

    /** All that is cached was right at this moment, if it was not changed by the own commit. */
    private long position;

    private long own;

    /** The moment at which everything is right. */
    long position() {
        return position;
    }

    /** The commit of this process whose changes the cache has, after its position; 0 if there is none. */
    long own() {
        return own;
    }

    /** Takes in what a beginning transaction is told of everything. */
    void update(Begun begun) {
        if (!begun.isKnown()) {
            objects.clear();
        }
        begun.changed().forEach(this::forget);
        begun.values().forEach((item, version) -> {
            CachedObject object = objects.get(item.object());
            // What was never asked for is not taken in: a volume can be larger than the memory.
            if (object != null) {
                object.put(item, version);
            }
        });
        position = begun.timestamp();
        own = Version.ABSENT;
    }

    /** Takes in that a transaction begins which is told nothing. */
    void updateLazily(Begun begun) {
        if (!begun.isKnown()) {
            objects.clear();
            position = begun.timestamp();
            own = Version.ABSENT;
        }
    }

    void forget(Item item) {
        CachedObject object = objects.get(item.object());
        if (object != null) {
            object.remove(item);
        }
    }

    void forgetObject(long object) {
        objects.remove(object);
    }

    @Nullable
    CachedObject get(long object) {
        return objects.get(object);
    }

    CachedObject getOrMake(long object, long timestamp) {
        return objects.computeIfAbsent(object, any -> new CachedObject(timestamp));
    }

    /** The moment at which an object is right. */
    long validAt(CachedObject object) {
        return Math.max(position, object.validAt());
    }

    /** The cache has what this commit wrote. */
    void committed(long commit) {
        own = commit;
    }

    /** Forgets the objects that were used least lately, until what is left takes at most so many bytes. */
    void shrinkTo(long bytes) {
        long all = objects.values().stream().mapToLong(CachedObject::bytes).sum();
        Iterator<CachedObject> oldest = objects.values().iterator();
        while (all > bytes && oldest.hasNext()) {
            all -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
