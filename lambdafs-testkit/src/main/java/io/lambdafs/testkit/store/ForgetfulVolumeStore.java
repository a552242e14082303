package io.lambdafs.testkit.store;

import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.ObjectRange;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A store that validates only some of what a transaction has relied on, to show that a checker notices.
 *
 * @param remembered what of it is validated
 */
public record ForgetfulVolumeStore(VolumeStore store, Predicate<Assertion> remembered) implements VolumeStore {
    @Override
    public CommitOutcome commit(VolumeId volume, VolumeCommit commit) {
        return store.commit(
                volume,
                new VolumeCommit(
                        commit.id(),
                        commit.timestamp(),
                        commit.assertions().stream().filter(remembered).toList(),
                        commit.writes()));
    }

    @Override
    public VolumeInfo create(int blockSize) {
        return store.create(blockSize);
    }

    @Override
    public VolumeInfo createIfAbsent(VolumeId volume, int blockSize) {
        return store.createIfAbsent(volume, blockSize);
    }

    @Override
    public Optional<VolumeInfo> find(VolumeId volume) {
        return store.find(volume);
    }

    @Override
    public List<VolumeInfo> all() {
        return store.all();
    }

    @Override
    public void delete(VolumeId volume) {
        store.delete(volume);
    }

    @Override
    public ObjectRange reserveObjects(VolumeId volume, int count) {
        return store.reserveObjects(volume, count);
    }

    @Override
    public Begun begin(VolumeId volume, long position, long own, CacheUpdate update) {
        return store.begin(volume, position, own, update);
    }

    @Override
    public List<Version> fetch(VolumeId volume, long timestamp, List<Item> items) {
        return store.fetch(volume, timestamp, items);
    }

    @Override
    public Optional<List<Item>> changed(VolumeId volume, long object, long position, long timestamp) {
        return store.changed(volume, object, position, timestamp);
    }

    @Override
    public Listing entries(VolumeId volume, long timestamp, long object, ByteString after, int limit) {
        return store.entries(volume, timestamp, object, after, limit);
    }
}
