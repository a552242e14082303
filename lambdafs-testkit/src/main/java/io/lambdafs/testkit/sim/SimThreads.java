package io.lambdafs.testkit.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which the activities of simulations run, kept from one simulation to the next. For one simulation at a
 * time.
 */
public final class SimThreads implements AutoCloseable {
    private static final int MAX_THREADS = 2000;

    private final Deque<Worker> idle = new ArrayDeque<>();
    private final AtomicLong counter = new AtomicLong();

    /** Runs this on a thread that is idle; the caller must not touch the simulation any more. */
    void run(Consumer<Worker> work) {
        Worker worker = idle.isEmpty() ? start() : idle.pop();
        worker.take(() -> work.accept(worker));
    }

    private Worker start() {
        if (counter.get() >= MAX_THREADS) {
            throw new SimFailure("more than " + MAX_THREADS + " activities at once");
        }
        Worker worker = new Worker();
        Thread thread = new Thread(worker, "sim-" + counter.incrementAndGet());
        thread.setDaemon(true);
        worker.thread = thread;
        thread.start();
        return worker;
    }

    /** What the running thread does last before it hands the baton on: from then on it can be given work. */
    void release(Worker worker) {
        idle.push(worker);
    }

    @Override
    public void close() {
        idle.forEach(Worker::stop);
        idle.clear();
    }

    /** A thread that does what it is given, one thing after another. */
    static final class Worker implements Runnable {
        private volatile @Nullable Runnable work;
        private volatile boolean stopped;
        private @Nullable Thread thread;

        void stop() {
            stopped = true;
            LockSupport.unpark(thread);
        }

        void take(Runnable given) {
            work = given;
            LockSupport.unpark(thread);
        }

        @Override
        public void run() {
            while (!stopped) {
                Runnable given = work;
                if (given == null) {
                    LockSupport.park(this);
                } else {
                    work = null;
                    given.run();
                }
            }
        }
    }
}
