package io.lambdafs.benchmark.simulation.queue;

/**
 * A process of an operating system: it shares a pool with others, and takes less time for a job if it is awake because of other ones.
 * Requests and answers that are there together share calls to the kernel and switches between threads. Of what a lone job takes
 * more, the second of two takes half, and the third of three a third. The same holds for what it takes beside the way. For one thread.
 */
public final class WorkProcess {
    private static final double NANOS_PER_MICRO = 1_000;

    private final Pool pool;
    private int jobs;
    private long usedNanos;

    /** A process that has nothing to do yet. */
    public WorkProcess(Pool pool) {
        this.pool = pool;
    }

    /**
     * Does a job, and then goes on. What is beside the way waits for the processors after the job, as other jobs do.
     *
     * @param aloneMicros what it takes if the process sleeps
     * @param togetherMicros what it takes if the process is awake because of very many
     * @param besideMicros what it takes besides if the process sleeps, and what nobody waits for
     */
    public void serve(double aloneMicros, double togetherMicros, double besideMicros, Runnable then) {
        jobs++;
        long nanos = nanos(togetherMicros + (aloneMicros - togetherMicros) / jobs);
        long beside = nanos(besideMicros / jobs);
        pool.serve(nanos, () -> {
            jobs--;
            usedNanos += nanos;
            if (beside > 0) {
                pool.serve(beside, () -> usedNanos += beside);
            }
            then.run();
        });
    }

    private static long nanos(double micros) {
        return Math.round(micros * NANOS_PER_MICRO);
    }

    /** CPU time of what has ended since it was made, in nanoseconds of a whole core. */
    public long usedNanos() {
        return usedNanos;
    }

    /** Jobs that it has. */
    public int jobs() {
        return jobs;
    }

    public Pool pool() {
        return pool;
    }
}
