package io.lambdafs.faas.transaction;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.ObjectRange;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;

/**
 * A volume that a process uses, with what it has cached of it. One transaction is open at a time. Not thread-safe.
 *
 * <p>The transactions are those of FaaSFS, section 4.2: reads at the moment of the begin, writes kept here until the commit, and a
 * commit that the store validates. They throw {@link TransactionException}s.
 */
public final class OpenVolume {
    private static final int OBJECTS_AT_ONCE = 256;

    private final VolumeStore store;
    private final VolumeInfo info;
    private final CacheUpdate update;
    private final TransactionLimits limits;
    private final VolumeCache cache = new VolumeCache();
    private long nextObject;
    private long endOfObjects;

    /**
     * Uses a volume.
     *
     * @param update what each transaction asks to be told of what the cache has missed
     */
    public OpenVolume(VolumeStore store, VolumeInfo info, CacheUpdate update, TransactionLimits limits) {
        this.store = requireNonNull(store, "store");
        this.info = requireNonNull(info, "info");
        this.update = requireNonNull(update, "update");
        this.limits = requireNonNull(limits, "limits");
    }

    public VolumeInfo info() {
        return info;
    }

    /** Begins a transaction, which sees all that was committed before this call. */
    public VolumeTransaction begin() {
        cache.shrinkTo(limits.cacheBytes());
        Begun begun;
        try {
            begun = store.begin(info.id(), cache.position(), cache.own(), update);
        } catch (StoreException e) {
            throw translate(e);
        }
        if (update == CacheUpdate.LAZY) {
            cache.updateLazily(begun);
        } else {
            cache.update(begun);
        }
        return new VolumeTransaction(this, begun.timestamp());
    }

    VolumeStore store() {
        return store;
    }

    VolumeCache cache() {
        return cache;
    }

    TransactionLimits limits() {
        return limits;
    }

    boolean isLazy() {
        return update == CacheUpdate.LAZY;
    }

    long newObject() {
        if (nextObject == endOfObjects) {
            try {
                ObjectRange range = store.reserveObjects(info.id(), OBJECTS_AT_ONCE);
                nextObject = range.first();
                endOfObjects = nextObject + range.count();
            } catch (StoreException e) {
                throw translate(e);
            }
        }
        return nextObject++;
    }

    static TransactionException translate(StoreException e) {
        TransactionException.Reason reason = switch (e.kind()) {
            case EXPIRED -> TransactionException.Reason.EXPIRED;
            case FULL -> TransactionException.Reason.FULL;
            case MISSING_ROW -> TransactionException.Reason.NO_VOLUME;
            default -> TransactionException.Reason.UNAVAILABLE;
        };
        return new TransactionException(reason, String.valueOf(e.getMessage()), e);
    }
}
