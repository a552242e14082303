package io.lambdafs.benchmark.open;

import io.lambdafs.benchmark.load.LoadCaller;
import io.lambdafs.benchmark.load.Work;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers that take the next operation of a schedule whenever they are free, and wait until it is due. If all are busy, what is due waits and its
 * latency grows: nothing is left out. What is left when the schedule is over is worked off for some seconds.
 */
final class OpenLoop {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int KEPT_ERRORS = 5;

    private final Work work;
    private final List<LoadCaller> callers;
    private final Schedule schedule;
    private final int drainSeconds;
    private final AtomicLong next = new AtomicLong();
    private final Seconds seconds;
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicLong failures = new AtomicLong();

    OpenLoop(Work work, List<LoadCaller> callers, Schedule schedule, int drainSeconds) {
        this.work = work;
        this.callers = List.copyOf(callers);
        this.schedule = schedule;
        this.drainSeconds = drainSeconds;
        this.seconds = new Seconds(schedule.seconds() + drainSeconds);
    }

    /** Runs from a moment of {@link System#nanoTime} on, until everything is done or the seconds are over. */
    Seconds run(long beginNanos) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(callers.size());
        List<Thread> threads = new ArrayList<>();
        for (LoadCaller caller : callers) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            loop(caller, beginNanos);
                        } finally {
                            ended.countDown();
                        }
                    },
                    "caller-" + threads.size());
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        // An operation that has begun may end later than the seconds; the file system bounds each call.
        if (!ended.await(2L * seconds.length() + 120, TimeUnit.SECONDS)) {
            throw new IllegalStateException("callers have not ended long after their time");
        }
        return seconds;
    }

    /** The first few errors. */
    List<String> errors() {
        return List.copyOf(errors);
    }

    private void loop(LoadCaller caller, long begin) {
        long end = begin + (schedule.seconds() + (schedule.isClosed() ? 0 : (long) drainSeconds)) * NANOS_PER_SECOND;
        sleepUntil(begin);
        while (true) {
            long now = System.nanoTime();
            long due;
            if (schedule.isClosed()) {
                due = now - begin;
            } else {
                due = schedule.dueNanos(next.getAndIncrement());
                if (due == Long.MAX_VALUE) {
                    return;
                }
                sleepUntil(begin + due);
                now = System.nanoTime();
            }
            if (now - end >= 0) {
                return;
            }
            seconds.begun(now - begin);
            boolean done = perform(caller);
            seconds.ended(due, System.nanoTime() - begin, done);
        }
    }

    private boolean perform(LoadCaller caller) {
        try {
            work.perform(caller);
            return true;
        } catch (IOException | RuntimeException e) {
            if (failures.getAndIncrement() < KEPT_ERRORS) {
                errors.add(String.valueOf(e).replace('\n', ' '));
            }
            return false;
        }
    }

    private static void sleepUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
