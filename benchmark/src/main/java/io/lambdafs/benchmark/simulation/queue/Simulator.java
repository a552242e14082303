package io.lambdafs.benchmark.simulation.queue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * A clock of virtual time, in nanoseconds, with the events that are due. Events of the same moment happen in the order in which they were
 * asked for, so that the same seed gives the same run. For one thread.
 */
public final class Simulator {
    private static final int FIRST_CAPACITY = 1 << 12;

    private final SplittableRandom random;
    private long[] moments = new long[FIRST_CAPACITY];
    private long[] orders = new long[FIRST_CAPACITY];
    private Runnable[] actions = new Runnable[FIRST_CAPACITY];
    private int size;
    private long now;
    private long asked;
    private long happened;

    /** A clock at 0, whose dice depend on the seed alone. */
    public Simulator(long seed) {
        random = new SplittableRandom(seed);
    }

    /** The dice. */
    public SplittableRandom random() {
        return random;
    }

    /** Nanoseconds since the beginning. */
    public long now() {
        return now;
    }

    /** How many events have happened. */
    public long happened() {
        return happened;
    }

    /**
     * Has something happen after so many nanoseconds.
     *
     * @throws IllegalArgumentException if that is in the past
     */
    public void after(long nanos, Runnable action) {
        if (nanos < 0) {
            throw new IllegalArgumentException("an event cannot be " + -nanos + " ns in the past");
        }
        if (size == moments.length) {
            grow();
        }
        long moment = now + nanos;
        long order = asked++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!isBefore(moment, order, parent)) {
                break;
            }
            copy(parent, at);
            at = parent;
        }
        put(at, moment, order, action);
    }

    /** Lets events happen until the condition holds, none is left, or the next one is later than the moment. */
    public void run(BooleanSupplier done, long latest) {
        while (size > 0 && moments[0] <= latest && !done.getAsBoolean()) {
            next().run();
        }
    }

    /** Lets all events up to a moment happen; it is then that moment. */
    public void runUntil(long moment) {
        run(() -> false, moment);
        now = Math.max(now, moment);
    }

    /** A factor with mean 1, for times that vary: an exponential part of this weight, from 0 (none) to 1, and a fixed rest. */
    public double variation(double weight) {
        return weight == 0 ? 1 : 1 - weight - weight * Math.log(1 - random.nextDouble());
    }

    private Runnable next() {
        Runnable first = actions[0];
        now = moments[0];
        happened++;
        size--;
        long moment = moments[size];
        long order = orders[size];
        Runnable action = actions[size];
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(moments[child + 1], orders[child + 1], child)) {
                child++;
            }
            if (isBefore(moment, order, child)) {
                break;
            }
            copy(child, at);
            at = child;
            child = 2 * at + 1;
        }
        put(at, moment, order, action);
        return first;
    }

    private boolean isBefore(long moment, long order, int at) {
        return moment < moments[at] || (moment == moments[at] && order < orders[at]);
    }

    private void copy(int from, int to) {
        put(to, moments[from], orders[from], actions[from]);
    }

    private void put(int at, long moment, long order, Runnable action) {
        moments[at] = moment;
        orders[at] = order;
        actions[at] = action;
    }

    private void grow() {
        int capacity = 2 * size;
        moments = Arrays.copyOf(moments, capacity);
        orders = Arrays.copyOf(orders, capacity);
        actions = Arrays.copyOf(actions, capacity);
    }
}
