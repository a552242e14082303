package io.lambdafs.namenode.sim.store;

import io.lambdafs.fs.INode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimStore;
import io.lambdafs.testkit.sim.SimTurns;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.util.List;

/** The in-memory twin of all stores. Whatever is not held by a transaction, it does at once; it has no disk. */
public final class TwinStore implements SharedSimStore {
    private final InMemoryDatabase database;

    public TwinStore(SimScheduler scheduler) {
        database = new InMemoryDatabase(scheduler.world().clock(), new SimTurns(scheduler));
    }

    @Override
    public SimStore open(Bounds bounds) {
        return SimStore.of(new InMemoryMetadataStore(database, bounds));
    }

    @Override
    public MetadataStore openAtOnce() {
        return new InMemoryMetadataStore(database, AT_ONCE);
    }

    @Override
    public InMemoryDatabase snapshot() {
        return database.snapshot();
    }

    @Override
    public List<INode> inodes() {
        return database.inodes();
    }

    @Override
    public boolean isQuiet() {
        return database.isQuiet();
    }

    @Override
    public void startFaults() {
        // It has none of its own: calls to it fail on their way.
    }

    @Override
    public void stopFaults() {
        // There are none.
    }

    @Override
    public int crashes() {
        return 0;
    }
}
