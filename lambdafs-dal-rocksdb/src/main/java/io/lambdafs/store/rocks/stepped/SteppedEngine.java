package io.lambdafs.store.rocks.stepped;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.rocks.EngineWaiting;
import io.lambdafs.store.rocks.RocksMetadataStore;
import io.lambdafs.store.rocks.engine.Effect;
import io.lambdafs.store.rocks.engine.EngineCore;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.engine.RunningEngine;
import io.lambdafs.store.rocks.engine.StoreLayout;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.rocks.move.RocksMovableStore;
import io.lambdafs.store.rocks.table.StoredTables;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The engine's own core over tables in memory, executed by its callers, of which one is active at a time. A batch is durable
 * when {@link #finishWrite} says so. It has one transaction, so that the state between any two commits can be seen.
 *
 * <p>Numbers, writers and the number of deployments are given at once: for them, the batches before are durable at once, too.
 */
public final class SteppedEngine implements RunningEngine {
    private static final EngineLimits LIMITS = new EngineLimits(10_000, 1_000_000, 1, 1_000, Duration.ofHours(1));

    private final SortedMapKeyValues tables = new SortedMapKeyValues();
    private final ClusterIdentity identity;
    private final Supplier<Moment> clock;
    private final LongConsumer whenWriting;
    private EngineCore core;
    private @Nullable List<BatchRow> writing;
    private @Nullable Runnable whenCommitted;
    /** The actions of commits that fail while the engine crashes. */
    private @Nullable List<Runnable> inDoubt;

    private long version;
    private long batches;
    private long lastNumber;

    /**
     * An engine of a new file system.
     *
     * @param clock the time now
     * @param random of the identity
     * @param whenWriting takes the number of a batch when its write begins; it must not call the engine
     */
    public SteppedEngine(Supplier<Moment> clock, RandomGenerator random, LongConsumer whenWriting) {
        this.clock = clock;
        this.whenWriting = whenWriting;
        InstantSource source = () -> Instant.EPOCH.plus(clock.get().micros(), ChronoUnit.MICROS);
        identity = StoreLayout.prepare(tables, StoredTables.ofNewFileSystem(source.millis()), source, random);
        core = new EngineCore(tables, LIMITS);
    }

    /** Opens a store for callers that wait like this. */
    public MetadataStore open(Bounds bounds, EngineWaiting waiting) {
        return new RocksMetadataStore(this, bounds, waiting);
    }

    /**
     * Opens a store for callers that do not wait. Their commits, and those before them, are durable at once. A call that
     * another transaction is in the way of fails.
     */
    public MetadataStore openAtOnce(Bounds bounds) {
        return open(bounds, new EngineWaiting() {
            @Override
            public <T> T await(CompletableFuture<T> outcome, Duration bound)
                    throws InterruptedException, ExecutionException, TimeoutException {
                finishWrites();
                if (!outcome.isDone()) {
                    throw new TimeoutException();
                }
                return outcome.get();
            }
        });
    }

    /** What others see, to be read only. Later changes may be missed in it. */
    public MovableStore content() {
        return RocksMovableStore.over(tables);
    }

    /** A number that is another one whenever what others see is something else. */
    public long version() {
        return version;
    }

    /** Whether no transaction is open and nothing is being written. */
    public boolean isQuiet() {
        tick();
        return writing == null && core.isQuiet();
    }

    /** Lets the engine look whether time is over for somebody. */
    public void tick() {
        step(new EngineEvent.Tick());
    }

    /**
     * Has this run the moment that others see the changes of the transaction that commits next, whatever its caller is told
     * and whether or not it still waits. Not run if its changes are lost.
     */
    public void onNextCommit(Runnable action) {
        whenCommitted = action;
    }

    /** Forgets the action given last, if no commit took it. Returns whether one did. */
    public boolean wasTaken() {
        boolean taken = whenCommitted == null;
        whenCommitted = null;
        return taken;
    }

    /** The batch with this number is durable; without effect if it was before, or if it was lost. */
    public void finishWrite(long batch) {
        List<BatchRow> changes = writing;
        if (batch == batches && changes != null) {
            writing = null;
            version++;
            tables.write(changes);
            step(new EngineEvent.Written());
        }
    }

    /**
     * The engine crashes and is started again. Its callers get the error that it is unavailable.
     *
     * @param durable whether the batch that is being written has become durable; all others that are not answered are lost
     */
    public void crash(boolean durable) {
        List<BatchRow> batch = writing;
        writing = null;
        List<Runnable> failed = new ArrayList<>();
        inDoubt = failed;
        step(new EngineEvent.WriteFailed(new StoreException(Kind.UNAVAILABLE, "the engine has crashed")));
        inDoubt = null;
        if (batch != null && durable) {
            tables.write(batch);
        }
        tables.recover();
        core = new EngineCore(tables, LIMITS);
        version++;
        if (batch != null && durable && isOfTransaction(batch) && !failed.isEmpty()) {
            // The core fails first what was being written.
            failed.get(0).run();
        }
    }

    private static boolean isOfTransaction(List<BatchRow> batch) {
        return batch.stream()
                .anyMatch(row -> row.table() == Table.CHANGES
                        ? row.value() != null
                        : row.table() != Table.META && row.table() != Table.WRITERS);
    }

    @Override
    public ClusterIdentity identity() {
        return identity;
    }

    @Override
    public long nextNumber() {
        return ++lastNumber;
    }

    @Override
    public void submit(EngineEvent event) {
        if (event instanceof EngineEvent.Call<?> call && call.commit()) {
            step(watched(call));
            return;
        }
        step(event);
        if (event instanceof EngineEvent.Register
                || event instanceof EngineEvent.Reserve
                || event instanceof EngineEvent.ClaimDeployments
                || event instanceof EngineEvent.ChangeDeployments) {
            finishWrites();
        }
    }

    private <T> EngineEvent.Call<T> watched(EngineEvent.Call<T> call) {
        Runnable action = whenCommitted;
        whenCommitted = null;
        return action == null
                ? call
                : new EngineEvent.Call<>(
                        call.transaction(), call.work(), true, new Watched<>(this, call.reply(), action));
    }

    /** A commit that somebody wants to know of. */
    private record Watched<T>(SteppedEngine engine, EngineReply<T> reply, Runnable action) implements EngineReply<T> {
        @Override
        public void succeed(T value) {
            action.run();
            reply.succeed(value);
        }

        @Override
        public void fail(StoreException why) {
            List<Runnable> crashed = engine.inDoubt;
            if (crashed != null) {
                crashed.add(action);
            }
            reply.fail(why);
        }
    }

    /** Ends when all is durable: callers that wait cannot go on meanwhile, so nothing new comes. */
    private void finishWrites() {
        while (writing != null) {
            finishWrite(batches);
        }
    }

    private void step(EngineEvent event) {
        List<Effect> effects = core.step(clock.get(), event);
        for (Effect effect : effects) {
            if (effect instanceof Effect.Write write) {
                writing = write.batch();
                whenWriting.accept(++batches);
            }
        }
        for (Effect effect : effects) {
            if (effect instanceof Effect.Settle settled) {
                settled.deliver();
            }
        }
    }

    @Override
    public void copyTo(Path directory, EngineReply<Long> reply) {
        reply.fail(new StoreException(Kind.INTERNAL, "tables in memory cannot be copied to " + directory));
    }
}
