package io.lambdafs.store.ndb;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The store's clock. NDB has none that a program could ask without an SQL node, so the processes of the store keep one
 * together in a row.
 *
 * <pre>
 * Each process takes the row's value when it connects, and adds the time that has passed by its own monotonic clock. Every
 * half second it looks at the row: a value ahead of its own time becomes its time; a value far behind is moved forward
 * to its own time.
 *
 * The row never goes back, and never runs ahead of the time that has passed since it was made: each value in it is an
 * older value of it plus time that really passed. So no clocks need to agree; only their speeds must, which quartz does to
 * a few seconds a day, and what is ahead corrects what is behind. Two processes differ by less than a period and the step.
 * While no process runs, the clock stands still, so that no lease and no DataNode expires for want of someone to renew it to.
 * A process that was frozen is right at once when it wakes: the monotonic clock ran on.
 * </pre>
 */
final class StoreClock implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final long STEP_MICROS = 250_000;

    private final NdbCluster cluster;
    private final LongSupplier nanos;
    private final Duration life;
    private final ScheduledExecutorService keeper;
    /** What is to be added to this process's monotonic clock; never decreases. */
    private volatile long offsetMicros;

    private StoreClock(NdbCluster cluster, LongSupplier nanos, Duration life) {
        this.cluster = cluster;
        this.nanos = nanos;
        this.life = life;
        keeper = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "ndb-store-clock");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Takes the time from the row, and takes part in keeping it until closed. */
    static StoreClock keep(NdbCluster cluster, Duration life) {
        StoreClock clock = new StoreClock(cluster, System::nanoTime, life);
        clock.offsetMicros = clock.rowMicros() - clock.monotonicMicros();
        ScheduledFuture<?> unused = clock.keeper.scheduleWithFixedDelay(
                clock::compareOrLeaveIt, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return clock;
    }

    long nowMicros() {
        return monotonicMicros() + offsetMicros;
    }

    private long monotonicMicros() {
        return nanos.getAsLong() / 1000;
    }

    private long rowMicros() {
        OperationBatch batch = new OperationBatch();
        Read<Long> row = batch.read(Schema.CLOCK, key -> key.put(0, 1), ReadLock.NONE, found -> found.getLong(1));
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(batch);
        }
        return row.row().orElse(0L);
    }

    private void compareOrLeaveIt() {
        try {
            long row = rowMicros();
            long lead = nowMicros() - row;
            if (lead < 0) {
                offsetMicros = row - monotonicMicros();
            } else if (lead > STEP_MICROS) {
                moveForward();
            }
        } catch (StoreException unreachable) {
            // This process's time goes on without the row's; the next look comes soon.
        }
    }

    private void moveForward() {
        try (ClusterTransaction transaction = cluster.begin(life)) {
            OperationBatch look = new OperationBatch();
            Read<Long> row =
                    look.read(Schema.CLOCK, key -> key.put(0, 1), ReadLock.EXCLUSIVE_NOW, found -> found.getLong(1));
            transaction.execute(look);
            long now = nowMicros();
            if (row.row().filter(present -> present < now).isPresent()) {
                OperationBatch move = new OperationBatch();
                move.update(Schema.CLOCK, changed -> changed.put(0, 1).put(1, now));
                transaction.commit(move);
            }
        }
    }

    @Override
    public void close() {
        keeper.shutdownNow();
        try {
            keeper.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
