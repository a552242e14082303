package io.lambdafs.namenode.op.namespace;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.ErrorCode;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bound on the number of inodes and blocks in the file system ({@code dfs.namenode.max.objects}).
 *
 * <p>The store is asked for the numbers now and then: at most once a second, and so seldom that counting takes a twentieth of
 * the time. Until then this instance adds what it makes itself, so several instances together may go beyond the bound by
 * what the others make meanwhile. Thread-safe.
 */
public final class ObjectLimit {
    /** No bound; HDFS's default. */
    public static final long NONE = 0;

    private static final long LEAST_PAUSE_MILLIS = 1000;
    private static final long SHARE = 20;

    private final TransactionRunner runner;
    private final InstantSource clock;
    private final long most;
    private final AtomicBoolean counting = new AtomicBoolean();
    private final AtomicLong present = new AtomicLong();
    private volatile long countedMillis = Long.MAX_VALUE;
    private volatile long nextCountMillis;

    /**
     * For one instance.
     *
     * @param most {@link #NONE} or more
     */
    public ObjectLimit(TransactionRunner runner, InstantSource clock, long most) {
        this.runner = requireNonNull(runner, "runner");
        this.clock = requireNonNull(clock, "clock");
        this.most = most;
    }

    /** Counts, if it is time to and nobody does; to be called outside of a transaction. */
    void prepare() {
        if (most == NONE || !isDue(clock.millis()) || !counting.compareAndSet(false, true)) {
            return;
        }
        try {
            long start = clock.millis();
            present.set(runner.read(tx -> tx.inodes().count() + tx.blocks().count()));
            long took = Math.max(0, clock.millis() - start);
            nextCountMillis = start + took + Math.max(LEAST_PAUSE_MILLIS, SHARE * took);
            countedMillis = start;
        } finally {
            counting.set(false);
        }
    }

    /** Also when the clock was put back. */
    private boolean isDue(long now) {
        return now >= nextCountMillis || now < countedMillis;
    }

    /** Refuses, in HDFS's words, where there are as many as there may be. */
    void requireRoom() {
        if (most != NONE && present.get() >= most) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "Exceeded the configured number of objects " + most + " in the filesystem.");
        }
    }

    /** Notes that one is about to be made; should that fail, it is noticed at the next count. */
    void made() {
        present.incrementAndGet();
    }
}
