package io.lambdafs.benchmark.simulation.queue;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Processors that serve jobs in the order in which they come. Jobs of a file system take microseconds, less than a scheduler's turn, so
 * that a job that has begun runs to its end. For one thread.
 */
public final class Pool {
    private final Simulator simulator;
    private final String name;
    private final double cores;
    private final int servers;
    private final double slowness;
    private final Deque<Job> waiting = new ArrayDeque<>();
    private int busy;
    private long last;
    private long since;
    private double busyNanos;

    /**
     * So many cores. Part of a core makes all of them slower: 1.5 cores are two at three quarters of the speed.
     *
     * @throws IllegalArgumentException if there are none
     */
    public Pool(Simulator simulator, String name, double cores) {
        if (!(cores > 0)) {
            throw new IllegalArgumentException(name + " needs more than " + cores + " cores");
        }
        this.simulator = simulator;
        this.name = name;
        this.cores = cores;
        this.servers = (int) Math.ceil(cores);
        this.slowness = servers / cores;
        this.last = simulator.now();
        this.since = last;
    }

    /** A job, which is its own event: it has been served. */
    private final class Job implements Runnable {
        private final long nanos;
        private final Runnable then;

        private Job(long nanos, Runnable then) {
            this.nanos = nanos;
            this.then = then;
        }

        @Override
        public void run() {
            account();
            busy--;
            Job next = waiting.poll();
            if (next != null) {
                begin(next);
            }
            then.run();
        }
    }

    /** Serves a job that takes so long on a whole core, and then goes on. */
    void serve(long nanos, Runnable then) {
        account();
        Job job = new Job(nanos, then);
        if (busy < servers) {
            begin(job);
        } else {
            waiting.add(job);
        }
    }

    private void begin(Job job) {
        busy++;
        simulator.after(Math.round(job.nanos * slowness), job);
    }

    private void account() {
        busyNanos += (double) busy * (simulator.now() - last);
        last = simulator.now();
    }

    /** What is counted, is counted from now on. */
    public void restart() {
        account();
        since = simulator.now();
        busyNanos = 0;
    }

    /** The part of its processors that was busy, from 0 to 1, since it was made or counting began. */
    public double utilisation() {
        account();
        long nanos = simulator.now() - since;
        return nanos == 0 ? 0 : busyNanos / ((double) nanos * servers);
    }

    /** Jobs that are served or wait. */
    public int length() {
        return busy + waiting.size();
    }

    public String name() {
        return name;
    }

    public double cores() {
        return cores;
    }
}
