package io.lambdafs.benchmark.simulation.queue;

import java.util.ArrayDeque;
import java.util.Deque;

/** Places for requests that are carried out at a time, such as threads; the others wait in a queue. For one thread. */
public final class Places {
    private final int count;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int taken;

    /** So many places, all of them free. */
    public Places(int count) {
        this.count = count;
    }

    /** Goes on when there is a place, at once if there is one now. */
    public void take(Runnable then) {
        if (taken < count) {
            taken++;
            then.run();
        } else {
            waiting.add(then);
        }
    }

    /**
     * Gives a place back.
     *
     * @throws IllegalStateException if none is taken
     */
    public void leave() {
        if (taken == 0) {
            throw new IllegalStateException("nobody has a place");
        }
        Runnable next = waiting.poll();
        if (next == null) {
            taken--;
        } else {
            next.run();
        }
    }

    /** How many wait. */
    public int waiting() {
        return waiting.size();
    }
}
