package io.lambdafs.store.volume;

import java.util.List;
import java.util.Optional;

/**
 * The volumes of a store. Thread-safe.
 *
 * <p>A transaction gets a timestamp, reads what the volume held at that moment, and commits its changes at once if
 * nothing that it relied on has changed since. This is optimistic concurrency control over versions (FaaSFS, section
 * 4.2; Kung and Robinson, "On optimistic methods for concurrency control", 1981). A transaction that only reads needs
 * no commit. Together with a timestamp that is taken after the transaction was asked for, transactions are strictly
 * serializable.
 *
 * <p>All methods throw {@link io.lambdafs.store.StoreException}s. MISSING_ROW says that there is no such volume.
 * EXPIRED says that the store no longer has the versions from the timestamp on, so that the transaction must run again.
 * UNAVAILABLE says that it is not known whether something was done.
 */
public interface VolumeStore {
    /** How many items can be fetched at once. */
    int MAX_FETCHED = 4096;

    /** How many entries can be listed at once. */
    int MAX_LISTED = 4096;

    /** How many objects can be reserved at once. */
    int MAX_RESERVED = 1 << 20;

    /** Makes a volume that has nothing. */
    VolumeInfo create(int blockSize);

    /**
     * Makes a directory's volume, if the store does not have it yet. The caller has seen that the directory is a volume.
     *
     * @param volume its number, which is one of {@link VolumeId#ofDirectory}
     *
     * @return what is there, whatever its block size
     */
    VolumeInfo createIfAbsent(VolumeId volume, int blockSize);

    /** The volume with this number, if there is one. */
    Optional<VolumeInfo> find(VolumeId volume);

    /** All volumes. */
    List<VolumeInfo> all();

    /** Deletes a volume with all that it has. Without effect if there is none. */
    void delete(VolumeId volume);

    /** Numbers for new objects, which nobody else gets. */
    ObjectRange reserveObjects(VolumeId volume, int count);

    /**
     * Begins a transaction.
     *
     * @param position the timestamp at which what is cached was right; 0 if nothing is cached
     * @param own the last commit of the caller since then, after which its cache has what it wrote; 0 if there is none. What
     *     nobody has changed after that commit is not reported
     */
    Begun begin(VolumeId volume, long position, long own, CacheUpdate update);

    /** What these items held at a moment, in their order; at most {@link #MAX_FETCHED}, and at most as many as fit in an answer. */
    List<Version> fetch(VolumeId volume, long timestamp, List<Item> items);

    /**
     * Which items of an object changed after one moment and up to another; empty if that is not known any more.
     *
     * @param position the moment after which changes count
     * @param timestamp the moment up to which they count
     */
    Optional<List<Item>> changed(VolumeId volume, long object, long position, long timestamp);

    /**
     * The entries of an object at a moment.
     *
     * @param after the name after which the entries begin; empty for all
     * @param limit how many at most, from 1 to {@link #MAX_LISTED}
     */
    Listing entries(VolumeId volume, long timestamp, long object, ByteString after, int limit);

    /**
     * Commits a transaction. A second call with the same transaction has the outcome of the first if that was committed, unless
     * that is longer ago than older versions are kept. After EXPIRED as the answer to a second call, the outcome is not known.
     */
    CommitOutcome commit(VolumeId volume, VolumeCommit commit);
}
