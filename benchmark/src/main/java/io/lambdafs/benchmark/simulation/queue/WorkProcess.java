package io.lambdafs.benchmark.simulation.queue;

/**
 * A process of an operating system: it shares a pool with others, and takes less time for a job if it is awake because of other ones.
 * Requests and answers that are there together share calls to the kernel and switches between threads. Of what a lone job takes
 * more, the second of two takes half, and the third of three a third. For one thread.
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
     * Does a job, and then goes on.
     *
     * @param aloneMicros what it takes if the process sleeps
     * @param togetherMicros what it takes if the process is awake because of very many
     */
    public void serve(double aloneMicros, double togetherMicros, Runnable then) {
        jobs++;
        double micros = togetherMicros + (aloneMicros - togetherMicros) / jobs;
        pool.serve(this, Math.round(micros * NANOS_PER_MICRO), then);
    }

    void ended(long nanos) {
        jobs--;
        usedNanos += nanos;
    }

    /** CPU time of the jobs that have ended since it was made, in nanoseconds of a whole core. */
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
