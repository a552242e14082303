package io.lambdafs.namenode.sim.store;

import io.lambdafs.fs.INode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.rocks.EngineWaiting;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.stepped.SteppedEngine;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import io.lambdafs.testkit.sim.SimStore;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMovableStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The embedded store's own core, on virtual time: to write a batch takes as long as a message may, and the engine crashes in half
 * of the runs. Then what was being written is durable or not.
 */
public final class EngineStore implements SharedSimStore, EngineWaiting {
    /** How often a waiter has the engine look for bounds that were reached. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private static final Duration STEP = Duration.ofMillis(50);
    private static final long CHANCE = 0x2545F4914F6CDD1DL;
    private static final double MOST_CRASHES_PER_STEP = 0.05;

    private final SimScheduler scheduler;
    private final RandomGenerator random;
    private final SteppedEngine engine;
    private final double crashes;
    private @Nullable InMemoryDatabase latest;
    private long latestVersion;
    private boolean stopped;
    private int crashed;

    public EngineStore(SimScheduler scheduler, long seed) {
        this.scheduler = scheduler;
        random = new SplittableRandom(seed ^ CHANCE);
        crashes = random.nextBoolean() ? 0 : random.nextDouble() * MOST_CRASHES_PER_STEP;
        engine = new SteppedEngine(this::now, new SplittableRandom(CHANCE), this::write);
    }

    private Moment now() {
        Instant time = scheduler.world().clock().instant();
        // The engine takes a moment of zero for none.
        return new Moment(scheduler.nanos() + 1, ChronoUnit.MICROS.between(Instant.EPOCH, time));
    }

    private void write(long batch) {
        scheduler.world().event("a batch is durable", Duration.ofNanos(scheduler.latencyNanos()), () -> {
            engine.finishWrite(batch);
        });
    }

    @Override
    public <T> T await(CompletableFuture<T> outcome, Duration bound)
            throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = scheduler.nanos() + bound.toNanos();
        SimSignal answered = new SimSignal(scheduler);
        CompletableFuture<T> told = outcome.whenComplete((value, failure) -> answered.changed());
        while (!told.isDone()) {
            long left = deadline - scheduler.nanos();
            if (left <= 0) {
                throw new TimeoutException();
            }
            if (!answered.await(told::isDone, Duration.ofNanos(Math.min(left, LOOK.toNanos())))) {
                engine.tick();
            }
        }
        return told.get();
    }

    @Override
    public SimStore open(Bounds bounds) {
        MetadataStore store = engine.open(bounds, this);
        return new SimStore() {
            @Override
            public MetadataStore store() {
                return store;
            }

            @Override
            public void commit(Transaction tx, Runnable committed) {
                boolean taken;
                engine.onNextCommit(committed);
                try {
                    tx.commit();
                } finally {
                    taken = engine.wasTaken();
                }
                if (!taken) {
                    // It only read, which is no business of the engine's.
                    committed.run();
                }
            }

            @Override
            public boolean commitsAtOnce() {
                return false;
            }
        };
    }

    @Override
    public MetadataStore openAtOnce() {
        return engine.openAtOnce(AT_ONCE);
    }

    @Override
    public InMemoryDatabase snapshot() {
        InMemoryDatabase known = latest;
        if (known != null && latestVersion == engine.version()) {
            return known;
        }
        InMemoryDatabase read = read();
        latest = read;
        latestVersion = engine.version();
        return read;
    }

    private InMemoryDatabase read() {
        Instant then = scheduler.world().clock().instant();
        InMemoryDatabase copy = new InMemoryDatabase(() -> then);
        MovableStore from = engine.content();
        MovableStore to = new InMemoryMovableStore(copy);
        MoveMark mark = MoveMark.begin("the engine", from.header().identity().clusterId());
        to.begin(mark, Duration.ZERO);
        for (MoveTable table : MoveTable.values()) {
            to.write(from.read(table, Optional.empty(), MovableStore.MAX_PAGE), mark);
        }
        to.adopt(from.header());
        to.finish();
        return copy;
    }

    @Override
    public List<INode> inodes() {
        return snapshot().inodes();
    }

    @Override
    public boolean isQuiet() {
        return engine.isQuiet();
    }

    @Override
    public void startFaults() {
        scheduler.world().event("store fault", STEP, () -> {
            if (!stopped) {
                if (random.nextDouble() < crashes) {
                    boolean durable = random.nextBoolean();
                    scheduler.note("ENGINE CRASHES", durable);
                    engine.crash(durable);
                    crashed++;
                }
                startFaults();
            }
        });
    }

    @Override
    public void stopFaults() {
        stopped = true;
    }

    @Override
    public int crashes() {
        return crashed;
    }
}
