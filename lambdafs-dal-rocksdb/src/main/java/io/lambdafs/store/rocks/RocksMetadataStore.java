package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.Event;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The store port over an engine in this process. */
public final class RocksMetadataStore implements MetadataStore {
    private final Engine engine;
    private final EngineConnection connection;
    private final Runnable whenClosed;

    /** Opens a store on an engine. Closing the store does not close the engine, which other stores may share. */
    public RocksMetadataStore(Engine engine, Bounds bounds) {
        this(engine, bounds, () -> {});
    }

    /** Opens a store on an engine, with an action to run when the store is closed. */
    RocksMetadataStore(Engine engine, Bounds bounds, Runnable whenClosed) {
        this.engine = engine;
        this.connection = new EngineConnection(engine, bounds);
        this.whenClosed = whenClosed;
    }

    @Override
    public ClusterIdentity identity() {
        return engine.identity();
    }

    @Override
    public Transaction beginRead() {
        return new RocksTransaction(new ReadSession(connection));
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return WriteSession.begin(connection, writer, Optional.empty(), WriteHint.NONE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return beginWrite(writer, request, WriteHint.NONE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return WriteSession.begin(connection, writer, Optional.of(request), hint);
    }

    @Override
    public WriterId registerWriter(String label) {
        return connection.ask((Reply<WriterId> reply) -> new Event.Register(label, reply));
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        connection.ask((Reply<WriterId> reply) -> new Event.Fence(writer, bound, reply), bound);
    }

    @Override
    public List<Writer> writers() {
        return connection.ask((Reply<List<Writer>> reply) -> new Event.Writers(false, reply));
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return connection.ask((Reply<List<Writer>> reply) -> new Event.Writers(true, reply)).stream()
                .filter(suspects)
                .toList();
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return connection.ask((Reply<IdRange> reply) -> new Event.Reserve(sequence, count, floor, reply));
    }

    @Override
    public int deployments(int first) {
        return connection.ask((Reply<Integer> reply) -> new Event.ClaimDeployments(first, reply));
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return connection.ask((Reply<Boolean> reply) -> new Event.ChangeDeployments(from, to, reply));
    }

    @Override
    public Optional<ChangeFeed> changeFeed() {
        return Optional.of(new EngineChangeFeed(connection));
    }

    @Override
    public void close() {
        connection.close();
        whenClosed.run();
    }
}
