package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.maintenance.StoreMaintenance;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.RunningEngine;
import io.lambdafs.store.rocks.operation.EngineOperations;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.latency.LatencyHistogram;
import io.lambdafs.wire.trace.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The store port over an engine, in this process or another one. */
public final class RocksMetadataStore implements MetadataStore {
    private final EngineLink link;
    private final Runnable whenClosed;

    /** Opens a store on an engine. Closing the store does not close the engine, which other stores may share. */
    public RocksMetadataStore(Engine engine, Bounds bounds) {
        this(engine, bounds, () -> {});
    }

    /** The same for callers that wait in a way of their own. */
    public RocksMetadataStore(RunningEngine engine, Bounds bounds, EngineWaiting waiting) {
        this(new LocalLink(engine, bounds, waiting), () -> {});
    }

    /** Opens a store on an engine, with an action to run when the store is closed. */
    RocksMetadataStore(Engine engine, Bounds bounds, Runnable whenClosed) {
        this(new LocalLink(engine, bounds, EngineWaiting.BLOCKING), whenClosed);
    }

    /** Opens a store on a link, which it owns from now on. */
    RocksMetadataStore(EngineLink link, Runnable whenClosed) {
        this.link = link;
        this.whenClosed = whenClosed;
    }

    @Override
    public ClusterIdentity identity() {
        return link.identity();
    }

    @Override
    public Transaction beginRead() {
        return new RocksTransaction(new ReadSession(link));
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return WriteSession.begin(link, writer, Optional.empty(), WriteHint.NONE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return beginWrite(writer, request, WriteHint.NONE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return WriteSession.begin(link, writer, Optional.of(request), hint);
    }

    @Override
    public WriterId registerWriter(String label) {
        return link.ask(EngineOperations.REGISTER, label);
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        link.ask(EngineOperations.FENCE, new EngineOperations.Fencing(writer, bound), bound);
    }

    @Override
    public List<Writer> writers() {
        return link.ask(EngineOperations.WRITERS, false);
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return link.ask(EngineOperations.WRITERS, true).stream()
                .filter(suspects)
                .toList();
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return link.ask(EngineOperations.RESERVE, new EngineOperations.Reservation(sequence, count, floor));
    }

    @Override
    public int deployments(int first) {
        return link.ask(EngineOperations.DEPLOYMENTS, first);
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return link.ask(EngineOperations.CHANGE_DEPLOYMENTS, new EngineOperations.Redeployment(from, to));
    }

    @Override
    public Optional<ChangeFeed> changeFeed() {
        return Optional.of(new EngineChangeFeed(link));
    }

    @Override
    public Optional<VolumeStore> volumes() {
        return Optional.of(new EngineVolumes(link));
    }

    @Override
    public Optional<StoreMaintenance> maintenance() {
        return Optional.of(new EngineMaintenance(link));
    }

    @Override
    public Optional<LatencyHistogram.Snapshot> roundTripTimes() {
        return link.roundTripTimes();
    }

    @Override
    public void traceRoundTrips(Tracing tracing) {
        link.traceRoundTrips(tracing);
    }

    @Override
    public void close() {
        link.close();
        whenClosed.run();
    }
}
