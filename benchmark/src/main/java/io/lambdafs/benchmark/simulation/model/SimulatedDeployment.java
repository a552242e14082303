package io.lambdafs.benchmark.simulation.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A NameNode function with its instances, and the requests that wait for its first one. */
final class SimulatedDeployment {
    /** So many requests tell how many of them are writes; in real time they are those of some seconds. */
    private static final double WINDOW = 4_000;

    private static final double LEAST = 1_000;

    private final List<SimulatedInstance> instances = new ArrayList<>();
    private final Deque<Consumer<SimulatedInstance>> waiting = new ArrayDeque<>();
    private int starting;
    private double reads;
    private double writes;
    private long usedNanos;

    /** Instances that serve. */
    int members() {
        return instances.size();
    }

    /** Instances that will serve. */
    int starting() {
        return starting;
    }

    void begins() {
        starting++;
    }

    /** One that was starting serves, and gets what waits. */
    void joins(SimulatedInstance instance) {
        starting--;
        instances.add(instance);
        while (!waiting.isEmpty()) {
            waiting.remove().accept(choose());
        }
    }

    /** One that was there from the beginning. */
    void has(SimulatedInstance instance) {
        instances.add(instance);
    }

    /** Goes on with an instance when there is one. */
    void ask(SplittableRandom random, Consumer<SimulatedInstance> then) {
        if (instances.isEmpty()) {
            waiting.add(then);
        } else {
            then.accept(choose(random));
        }
    }

    /** The less busy of two: a client sees only a part of what instances have to do. */
    private SimulatedInstance choose(SplittableRandom random) {
        int count = instances.size();
        SimulatedInstance one = instances.get(count == 1 ? 0 : random.nextInt(count));
        if (count == 1) {
            return one;
        }
        SimulatedInstance other = instances.get(random.nextInt(count));
        return other.underWay() < one.underWay() ? other : one;
    }

    private SimulatedInstance choose() {
        return instances.get(instances.size() - 1);
    }

    List<SimulatedInstance> instances() {
        return instances;
    }

    /** So many requests have come for it; what was long before counts less. */
    void counts(boolean read, int requests) {
        if (reads + writes > WINDOW) {
            reads /= 2;
            writes /= 2;
        }
        if (read) {
            reads += requests;
        } else {
            writes += requests;
        }
    }

    /** Whether enough of its requests are known, and at most this part of them are writes. */
    boolean hasFewWrites(double part) {
        double all = reads + writes;
        return all >= LEAST && writes / all <= part;
    }

    /** CPU time that its instances have used since this was asked last, in nanoseconds. */
    long takeUsedNanos() {
        long used = usedNanos();
        long since = used - usedNanos;
        usedNanos = used;
        return since;
    }

    /** CPU time that its instances have used since the beginning, in nanoseconds. */
    long usedNanos() {
        long used = 0;
        for (SimulatedInstance instance : instances) {
            used += instance.process().usedNanos();
        }
        return used;
    }
}
