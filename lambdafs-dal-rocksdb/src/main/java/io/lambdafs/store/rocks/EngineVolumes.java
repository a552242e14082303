package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.VolumeOperations;
import io.lambdafs.store.rocks.volume.BeginWork;
import io.lambdafs.store.rocks.volume.ChangedWork;
import io.lambdafs.store.rocks.volume.EntriesWork;
import io.lambdafs.store.rocks.volume.FetchWork;
import io.lambdafs.store.rocks.volume.VolumeRule;
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

/** The volumes of an engine. What may be asked twice is asked again when a connection breaks. */
record EngineVolumes(EngineLink link) implements VolumeStore {
    @Override
    public VolumeInfo create(int blockSize) {
        return link.ask(VolumeOperations.CREATE, blockSize);
    }

    @Override
    public VolumeInfo createIfAbsent(VolumeId volume, int blockSize) {
        return link.askRepeatably(VolumeOperations.CREATE_IF_ABSENT, new VolumeOperations.Creation(volume, blockSize));
    }

    @Override
    public Optional<VolumeInfo> find(VolumeId volume) {
        return link.askRepeatably(VolumeOperations.FIND, volume);
    }

    @Override
    public List<VolumeInfo> all() {
        return link.askRepeatably(VolumeOperations.ALL, Done.DONE);
    }

    @Override
    public void delete(VolumeId volume) {
        link.askRepeatably(VolumeOperations.DELETE, volume);
    }

    @Override
    public ObjectRange reserveObjects(VolumeId volume, int count) {
        return link.askRepeatably(VolumeOperations.RESERVE, new VolumeOperations.Reservation(volume, count));
    }

    @Override
    public Begun begin(VolumeId volume, long position, long own, CacheUpdate update) {
        return link.askRepeatably(VolumeOperations.BEGIN, new BeginWork(volume, position, own, update, VolumeRule.ALL));
    }

    @Override
    public List<Version> fetch(VolumeId volume, long timestamp, List<Item> items) {
        return link.askRepeatably(VolumeOperations.FETCH, new FetchWork(volume, timestamp, items));
    }

    @Override
    public Optional<List<Item>> changed(VolumeId volume, long object, long position, long timestamp) {
        return link.askRepeatably(VolumeOperations.CHANGED, new ChangedWork(volume, object, position, timestamp));
    }

    @Override
    public Listing entries(VolumeId volume, long timestamp, long object, ByteString after, int limit) {
        return link.askRepeatably(VolumeOperations.ENTRIES, new EntriesWork(volume, timestamp, object, after, limit));
    }

    @Override
    public CommitOutcome commit(VolumeId volume, VolumeCommit commit) {
        // Its number makes a second attempt harmless.
        return link.askRepeatably(VolumeOperations.COMMIT, new VolumeOperations.Transaction(volume, commit));
    }
}
