package io.lambdafs.namenode.membership;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;

/** A background whose time passes only when a test says so. */
public final class ManualBackground implements Background, Executor {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparing(Task::due).thenComparing(Task::number));
    private Duration now = Duration.ZERO;
    private long numbers;

    @Override
    public void after(Duration delay, Runnable task) {
        tasks.add(new Task(now.plus(delay), numbers++, task));
    }

    /** The time that has passed. */
    public Duration now() {
        return now;
    }

    @Override
    public void execute(Runnable task) {
        soon(task);
    }

    /** Lets this much time pass, and runs what is due on the way. */
    public void pass(Duration time) {
        Duration end = now.plus(time);
        for (Task next = tasks.peek(); next != null && next.due.compareTo(end) <= 0; next = tasks.peek()) {
            tasks.remove();
            now = next.due;
            next.action.run();
        }
        now = end;
    }

    private record Task(Duration due, long number, Runnable action) {}
}
