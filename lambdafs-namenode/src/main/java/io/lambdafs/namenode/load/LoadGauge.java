package io.lambdafs.namenode.load;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.ResponseEnvelope;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How loaded this instance is, as a number from 1 (idle) to 255 (saturated). Thread-safe.
 *
 * <p>The load is that of the last window. It is the largest of three ratios. The first is of requests that waited for a
 * thread to the number of threads. The second is of the CPU time used to what the process may use. The third is of the
 * median duration of reads to four times what it is without load. While more than one request of
 * {@value #REQUESTS_FOR_A_WRITE} has lately been a write, the load is {@link #MOST_FOR_WRITES} at most, because another
 * instance does not help then. Every write has a round in which all members acknowledge, and for each further member
 * the round takes about as much CPU as fifty cached reads. With a write among {@value #REQUESTS_FOR_A_WRITE} requests a
 * second member brings a quarter more operations for twice the CPU, and with more writes still less.
 */
public final class LoadGauge {
    /** The most that a load with many writes comes to; below the load from which clients ask for more instances by default. */
    public static final int MOST_FOR_WRITES = 127;

    /** A load has many writes if there is more than one among so many requests. */
    static final int REQUESTS_FOR_A_WRITE = 32;

    /** What was counted up to the last window counts this much less in the next one. */
    private static final double FADES = 7.0 / 8;

    /** The median at which the load is full, as a multiple of the median without load. */
    static final int FULL_AT = 4;

    /** The least that the median without load counts as: below that, noise would look like load. */
    static final long LEAST_UNLOADED_NANOS = 1_000_000;

    /** A window with fewer reads tells nothing of their median. */
    static final int LEAST_READS = 20;

    /** By this part of the difference the median without load follows a slower one when nothing waits. */
    private static final int FOLLOWS = 16;

    private final int threads;
    private final IntSupplier waiting;
    private final CpuTime cpu;
    private final LongSupplier nanoTime;
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder arrivals = new LongAdder();
    private final LongAdder waitingSeen = new LongAdder();
    private final AtomicInteger underWay = new AtomicInteger();
    private final LatencyWindow latencies = new LatencyWindow();
    private long windowBegan;
    private long cpuBefore;
    private long unloadedMedian;
    private double lateReads;
    private double lateWrites;
    private volatile int load = 1;
    private volatile boolean manyWrites;

    /**
     * A gauge whose first window begins now.
     *
     * @param threads requests that the instance carries out at once, at least 1
     * @param waiting how many requests wait for one of them now
     * @param nanoTime a monotonic clock
     */
    public LoadGauge(int threads, IntSupplier waiting, CpuTime cpu, LongSupplier nanoTime) {
        this.threads = threads;
        this.waiting = requireNonNull(waiting, "waiting");
        this.cpu = requireNonNull(cpu, "cpu");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.windowBegan = nanoTime.getAsLong();
        this.cpuBefore = cpu.usedNanos();
    }

    /** The load in the last window, 1 to 255. */
    public int load() {
        return load;
    }

    /** Whether so many of the latest requests were writes that another instance would not help. */
    public boolean hasManyWrites() {
        return manyWrites;
    }

    /** A read was answered from memory, by the thread that took it from the connection. */
    void answeredAtOnce() {
        reads.increment();
    }

    /** A thread begins with a request. */
    void began() {
        int more = Math.max(0, underWay.incrementAndGet() - threads);
        arrivals.increment();
        waitingSeen.add((long) waiting.getAsInt() + more);
    }

    /** It has ended with a request, after so long. */
    void ended(boolean isWrite, long nanos) {
        underWay.decrementAndGet();
        if (isWrite) {
            writes.increment();
        } else {
            reads.increment();
            latencies.add(nanos);
        }
    }

    /** Ends a window and begins the next one. To be called a few times a second. */
    public synchronized void roll() {
        long now = nanoTime.getAsLong();
        long elapsed = now - windowBegan;
        if (elapsed <= 0) {
            return;
        }
        windowBegan = now;
        lateReads = lateReads * FADES + reads.sumThenReset();
        lateWrites = lateWrites * FADES + writes.sumThenReset();
        double queue = queueRatio();
        double ratio = Math.max(Math.max(queue, cpuRatio(elapsed)), medianRatio(queue));
        int level = (int) Math.round(Math.min(1, ratio) * ResponseEnvelope.MAX_LOAD);
        manyWrites = lateWrites * REQUESTS_FOR_A_WRITE > lateReads + lateWrites;
        load = Math.max(1, manyWrites ? Math.min(level, MOST_FOR_WRITES) : level);
    }

    private double queueRatio() {
        long arrived = arrivals.sumThenReset();
        long seen = waitingSeen.sumThenReset();
        return arrived == 0 ? 0 : (double) seen / arrived / threads;
    }

    private double cpuRatio(long elapsed) {
        long used = cpu.usedNanos();
        double cores = (double) (used - cpuBefore) / elapsed;
        cpuBefore = used;
        return cores / cpu.cores();
    }

    private double medianRatio(double queue) {
        long median = latencies.takeMedian(LEAST_READS);
        if (median == 0) {
            return 0;
        }
        if (unloadedMedian == 0 || median < unloadedMedian) {
            unloadedMedian = median;
        } else if (queue == 0) {
            unloadedMedian += (median - unloadedMedian) / FOLLOWS;
        }
        return (double) median / (FULL_AT * Math.max(unloadedMedian, LEAST_UNLOADED_NANOS));
    }
}
