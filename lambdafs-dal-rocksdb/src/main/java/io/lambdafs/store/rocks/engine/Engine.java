package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running engine: one thread that executes everything, and one that writes the log. Thread-safe.
 *
 * <p>It owns the tables from when it is made, and closes them when it is closed.
 */
public final class Engine implements RunningEngine, AutoCloseable {
    private static final int MOST_EVENTS = 100_000;
    private static final int EVENTS_AT_ONCE = 1_000;
    private static final long BUSY_MILLIS = 10;
    private static final long QUIET_MILLIS = 1_000;
    private static final long STOP_MILLIS = 30_000;
    private static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final KeyValues tables;
    private final ClusterIdentity identity;
    private final EngineLimits limits;
    private final Supplier<Moment> clock;
    private final BlockingQueue<EngineEvent> inbox = new ArrayBlockingQueue<>(MOST_EVENTS);
    private final BlockingQueue<List<BatchRow>> log = new ArrayBlockingQueue<>(1);
    private final AtomicLong lastNumber = new AtomicLong();
    private final ThreadFactory threads;
    private final Semaphore copying = new Semaphore(1);
    private final LatencyHistogram writes = new LatencyHistogram();
    private final Thread executing;
    private final Thread writing;
    /** Used by the executing thread alone once that runs. */
    private EngineCore core;

    /** Set before anybody is told of a commit, so that others can tell that there is no news without the executing thread. */
    private volatile FeedTip tip;

    private boolean triedToRecover;
    private long triedNanos;
    private volatile String refusal = "the engine has been stopped";
    private volatile boolean stopping;
    private volatile boolean stopped;
    private volatile @Nullable String failure;
    private volatile Runnable settled = () -> {};

    /**
     * Starts an engine.
     *
     * @param tables what {@link StoreLayout#prepare} has prepared, which gave the identity
     */
    public Engine(
            KeyValues tables,
            ClusterIdentity identity,
            EngineLimits limits,
            Supplier<Moment> clock,
            ThreadFactory threads) {
        this.tables = tables;
        this.identity = identity;
        this.clock = clock;
        this.limits = limits;
        this.threads = threads;
        core = new EngineCore(tables, limits);
        tip = core.feedTip();
        executing = threads.newThread(this::execute);
        writing = threads.newThread(this::writeLog);
        executing.start();
        writing.start();
    }

    @Override
    public ClusterIdentity identity() {
        return identity;
    }

    /**
     * Has something done each time that the engine has answered what had come together. Its thread does it, so it must not
     * block.
     */
    public void whenSettled(Runnable action) {
        settled = action;
    }

    /** How long the batches took to become durable that were written since the start; one wait for the disk each. */
    public LatencyHistogram.Snapshot writes() {
        return writes.snapshot();
    }

    /** Waits until the engine takes no more events; says why, unless that is because it was closed. */
    public Optional<String> awaitEnd() throws InterruptedException {
        executing.join();
        return Optional.ofNullable(failure);
    }

    @Override
    public long nextNumber() {
        return lastNumber.incrementAndGet();
    }

    /**
     * Queues an event. If the engine has stopped or its queue is full, the event's reply fails with UNAVAILABLE. A question to the change
     * feed is answered at once if there is nothing new.
     */
    @Override
    public void submit(EngineEvent event) {
        if (event instanceof EngineEvent.Changes asked && !stopping && asked.isNoNews(tip)) {
            asked.reply().succeed(List.of());
        } else if (stopping || !inbox.offer(event)) {
            refuse(event, stopping ? refusal : MOST_EVENTS + " events wait for the engine");
        } else if (stopped) {
            refuseRest();
        }
    }

    private static void refuse(EngineEvent event, String why) {
        if (event instanceof EngineEvent.Asked asked) {
            asked.reply().fail(new StoreException(Kind.UNAVAILABLE, why));
        }
    }

    private void refuseRest() {
        for (EngineEvent event = inbox.poll(); event != null; event = inbox.poll()) {
            refuse(event, refusal);
        }
    }

    /**
     * Copies the tables to a directory, on a thread of its own. One copy is made at a time.
     *
     * @param reply gets the number of the last commit that is in the copy for certain
     */
    @Override
    public void copyTo(Path directory, EngineReply<Long> reply) {
        if (!copying.tryAcquire()) {
            reply.fail(new StoreException(Kind.UNAVAILABLE, "the store is being copied already: try again later"));
            return;
        }
        submit(new EngineEvent.ChangeRange(new EngineReply<>() {
            @Override
            public void succeed(FeedRange range) {
                threads.newThread(() -> copy(directory, range.newest(), reply)).start();
            }

            @Override
            public void fail(StoreException why) {
                copying.release();
                reply.fail(why);
            }
        }));
    }

    private void copy(Path directory, long newest, EngineReply<Long> reply) {
        try {
            tables.copyTo(directory);
            reply.succeed(newest);
        } catch (StoreException e) {
            reply.fail(e);
        } catch (RuntimeException e) {
            reply.fail(new StoreException(Kind.INTERNAL, "the copy failed: " + e, e));
        } finally {
            copying.release();
        }
    }

    private void execute() {
        try {
            executeAll();
        } catch (RuntimeException | Error e) {
            // What the core has in memory may be half of a step now. Only a restart is safe.
            refusal = "the engine failed, restart it: " + e;
            failure = refusal;
            stopping = true;
        }
        stopped = true;
        refuseRest();
        settled.run();
        writing.interrupt();
    }

    private void executeAll() {
        List<EngineEvent> events = new ArrayList<>();
        while (!stopping || !core.isWritten()) {
            await(events);
            for (EngineEvent event : events) {
                List<Effect> effects = core.step(clock.get(), event);
                tip = core.feedTip();
                effects.forEach(this::carryOut);
            }
            events.clear();
            settled.run();
            recover();
        }
    }

    /** After a failed write: sees whether the disk works again, and goes on with what is durable then. */
    private void recover() {
        long now = clock.get().nanos();
        if (!core.isBroken() || stopping || (triedToRecover && now - triedNanos < RECOVERY_NANOS)) {
            return;
        }
        try {
            tables.recover();
            core = new EngineCore(tables, limits);
            tip = core.feedTip();
            triedToRecover = false;
        } catch (StoreException notYet) {
            // Callers still get the error of the write; the next attempt follows.
            triedToRecover = true;
            triedNanos = now;
        }
    }

    private void await(List<EngineEvent> events) {
        try {
            long patience = core.isQuiet() ? QUIET_MILLIS : BUSY_MILLIS;
            EngineEvent first = inbox.poll(patience, TimeUnit.MILLISECONDS);
            events.add(first == null ? new EngineEvent.Tick() : first);
            inbox.drainTo(events, EVENTS_AT_ONCE);
        } catch (InterruptedException e) {
            // The loop checks whether the engine is being closed.
            events.add(new EngineEvent.Tick());
        }
    }

    private void carryOut(Effect effect) {
        if (effect instanceof Effect.Write write) {
            // There is room: the core asks for one at a time.
            log.add(write.batch());
        } else if (effect instanceof Effect.Settle answer) {
            answer.deliver();
        }
    }

    private void writeLog() {
        try {
            while (true) {
                List<BatchRow> batch = log.take();
                inbox.put(write(batch));
            }
        } catch (InterruptedException e) {
            // The engine has stopped, and nothing is left to write.
            Thread.currentThread().interrupt();
        }
    }

    private EngineEvent write(List<BatchRow> batch) {
        long begin = clock.get().nanos();
        try {
            tables.write(batch);
            writes.record(clock.get().nanos() - begin);
            return new EngineEvent.Written();
        } catch (StoreException e) {
            return e.kind() == Kind.FULL ? new EngineEvent.WriteRefused(e) : new EngineEvent.WriteFailed(e);
        } catch (RuntimeException | Error e) {
            return new EngineEvent.WriteFailed(new StoreException(Kind.INTERNAL, "the log's writer failed: " + e, e));
        }
    }

    /**
     * Takes no more events, makes durable what has been committed, and has {@link #awaitEnd} say why. Without effect on an engine
     * that has ended. The tables stay open until it is closed.
     */
    public void fail(String why) {
        if (!stopping) {
            refusal = why;
            failure = why;
            stopping = true;
            inbox.offer(new EngineEvent.Tick());
        }
    }

    /** Takes no more events, makes durable what has been committed, and closes the tables. */
    @Override
    public void close() {
        stopping = true;
        inbox.offer(new EngineEvent.Tick());
        boolean interrupted = !join(executing);
        interrupted |= !join(writing);
        if (!executing.isAlive() && !writing.isAlive()) {
            tables.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean join(Thread thread) {
        try {
            thread.join(STOP_MILLIS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
