package io.lambdafs.testkit.sim;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One simulated world: its virtual time, and which activity goes on next.
 *
 * <p>Whatever takes time takes a random part of it, over several orders of magnitude, so that everything that can overtake
 * each other does so in some seed. The same seed gives the same run.
 */
public final class SimScheduler {
    private static final int UNWIND_BOUND = 100_000;

    private final SimThreads threads;
    private final SimLimits limits;
    private final SimTrace trace;
    private final SimLatency latency;
    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private final Set<SimTask> started = new LinkedHashSet<>();
    private final SimTask root;
    private @Nullable SimTask current;
    private @Nullable Throwable failure;
    private @Nullable Runnable look;
    private boolean closing;
    private boolean inEvent;
    private long now;
    private long steps;
    private long sequence;

    /**
     * A world in which nothing has happened yet.
     *
     * @param random of this world alone
     */
    public SimScheduler(SimThreads threads, RandomGenerator random, SimLimits limits, SimTrace trace) {
        this.threads = requireNonNull(threads, "threads");
        this.limits = requireNonNull(limits, "limits");
        this.trace = requireNonNull(trace, "trace");
        latency = new SimLatency(random, limits.slowChance());
        root = new SimTask(new SimProcess(this, "world"), "root", null);
    }

    /** The process of what is nobody's in particular; never frozen nor killed. */
    public SimProcess world() {
        return root.process;
    }

    public SimProcess process(String name) {
        return new SimProcess(this, name);
    }

    /**
     * Runs the activity, and with it whatever it starts, until it ends; what is left then is cut off.
     *
     * @throws SimFailure if an activity failed, nothing went on any more, or a limit was reached
     */
    public void run(Runnable activity) {
        root.runsHere();
        current = root;
        started.add(root);
        try {
            activity.run();
        } finally {
            unwind();
            current = null;
        }
        rethrow();
    }

    private void rethrow() {
        if (failure instanceof SimFailure known) {
            throw known;
        }
        if (failure != null) {
            throw new SimFailure("an activity failed: " + failure, failure);
        }
    }

    private void unwind() {
        closing = true;
        root.ended = true;
        int rounds = 0;
        for (SimTask task : List.copyOf(started)) {
            while (!task.ended && rounds++ < UNWIND_BOUND) {
                current = task;
                task.handBaton();
                root.awaitBaton();
            }
        }
    }

    /** Has this run after everything that happens from now on; it must neither wait for anything nor change what happens. */
    public void afterEverything(Runnable toRun) {
        look = requireNonNull(toRun, "toRun");
    }

    private void look() {
        Runnable toRun = look;
        if (toRun != null) {
            happen(root, toRun);
        }
    }

    /** Nanoseconds of virtual time since the world began. */
    public long nanos() {
        return now;
    }

    public long steps() {
        return steps;
    }

    /** A number that two runs have in common only if they went alike. */
    public long fingerprint() {
        return trace.fingerprint();
    }

    /** Writes a line into the trace. */
    public void note(String what, Object... details) {
        SimTask task = current;
        trace.note(now, task == null ? "-" : task.toString(), what, details);
    }

    /** Records that something is wrong; the world ends as soon as the running activity waits. */
    public void fail(Throwable why) {
        if (failure == null) {
            failure = why;
            trace.note(now, "-", "FAILURE", why);
        }
    }

    /** The process whose activity is running. */
    public SimProcess currentProcess() {
        return requireNonNull(current, "outside of the simulation").process;
    }

    /** Lets the others go on for as long as a message or a call travels. */
    public void pass(String what) {
        SimTask self = running();
        trace.note(now, self, what);
        long until = now + latency.nanos();
        Due head = queue.peek();
        if ((head != null && head.at < until) || steps >= limits.maxSteps()) {
            parkUntil(self, until);
        } else {
            look();
            current = self;
            steps++;
            now = until;
        }
    }

    /** Lets this much time pass. */
    public void sleep(Duration duration) {
        SimTask self = running();
        trace.note(now, self, "sleeps", duration);
        parkUntil(self, now + Math.max(0, duration.toNanos()));
    }

    /** Parks the running activity until then, or until somebody wakes it. */
    void parkUntil(SimTask self, long until) {
        wakeAt(self, until);
        SimTask next = next();
        if (next != self) {
            hand(next);
            self.awaitBaton();
        }
        self.ticket++;
        current = self;
        if (closing || self.process.isDead()) {
            throw new SimKilled();
        }
        if (self == root && failure != null) {
            rethrow();
        }
    }

    SimTask running() {
        SimTask self = requireNonNull(current, "outside of the simulation");
        if (closing || self.process.isDead()) {
            throw new SimKilled();
        }
        if (inEvent) {
            throw new IllegalStateException("a notification must not block");
        }
        return self;
    }

    void wakeSoon(SimTask task) {
        wakeAt(task, now + latency.hop());
    }

    private void wakeAt(SimTask task, long at) {
        queue.add(new Due(at, sequence++, task, task.ticket, null));
    }

    /** Starts an activity after so long. */
    void start(SimProcess process, String name, long delay, Runnable body) {
        SimTask task = new SimTask(process, name, body);
        queue.add(new Due(now + delay, sequence++, task, task.ticket, null));
    }

    /** Runs something that does not wait for anything, after so long. */
    void event(SimProcess process, String name, long delay, Runnable body) {
        SimTask task = new SimTask(process, name, null);
        queue.add(new Due(now + delay, sequence++, task, task.ticket, body));
    }

    /** How long it takes from one thread to another of a process, this time. */
    long hopNanos() {
        return latency.hop();
    }

    /** How long a message or a call travels, this time. */
    public long latencyNanos() {
        return latency.nanos();
    }

    /** Some time below this. */
    long randomNanos(long bound) {
        return latency.below(bound);
    }

    /** Takes up what a frozen process was not there for. */
    void thaw(List<Due> stalled) {
        for (Due due : stalled) {
            queue.add(new Due(now + latency.hop(), sequence++, due.task, due.ticket, due.event));
        }
    }

    /** Lets every waiting activity of a process end that was killed. */
    void unwind(SimProcess killed) {
        for (SimTask task : started) {
            if (task.process == killed && !task.ended) {
                wakeAt(task, now);
            }
        }
    }

    /** Goes through what is due up to the next activity that is to go on. */
    private SimTask next() {
        while (failure == null && !closing) {
            look();
            Due due = queue.poll();
            if (due == null) {
                fail(new SimFailure("nothing can go on any more:" + waiting()));
            } else if (++steps > limits.maxSteps() || due.at > limits.maxTime().toNanos()) {
                fail(new SimFailure("does not come to an end; after " + steps + " steps and " + now / 1_000_000
                        + " ms these wait:" + waiting()));
            } else if (goesOn(due)) {
                return due.task;
            }
        }
        return root;
    }

    private boolean goesOn(Due due) {
        now = Math.max(now, due.at);
        SimTask task = due.task;
        if (task.ended || task.ticket != due.ticket) {
            return false;
        }
        if (task.process.isDead()) {
            return task.hasThread();
        }
        if (task.process.stalls(due)) {
            return false;
        }
        trace.step(now, due.order);
        if (due.event != null) {
            happen(task, due.event);
            return false;
        }
        return true;
    }

    private void happen(SimTask carrier, Runnable event) {
        current = carrier;
        inEvent = true;
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            inEvent = false;
        }
    }

    private String waiting() {
        StringBuilder out = new StringBuilder();
        started.stream()
                .filter(task -> !task.ended)
                .forEach(task -> out.append("\n  ")
                        .append(task)
                        .append(task.process.isFrozen() ? " (frozen)" : "")
                        .append(" in ")
                        .append(task.whereabouts()));
        return out.toString();
    }

    private void hand(SimTask next) {
        current = next;
        if (next.hasThread()) {
            next.handBaton();
        } else {
            threads.run(worker -> runThere(worker, next));
        }
    }

    /** Runs an activity, and then others that have not begun, as long as they are next. */
    private void runThere(SimThreads.Worker worker, SimTask first) {
        SimTask task = first;
        while (!task.hasThread()) {
            current = task;
            begin(task);
            task = next();
        }
        current = task;
        threads.release(worker);
        task.handBaton();
    }

    private void begin(SimTask task) {
        task.runsHere();
        started.add(task);
        try {
            requireNonNull(task.body).run();
        } catch (SimKilled e) {
            trace.note(now, task, "cut off");
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            task.ended = true;
            started.remove(task);
        }
    }

    /**
     * Something that happens at a certain time.
     *
     * @param event what happens, if it is not that the task goes on
     */
    record Due(
            long at,
            long order,
            SimTask task,
            long ticket,
            @Nullable Runnable event) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** The activities that are under way, for a test. */
    List<SimTask> underWay() {
        return new ArrayList<>(started);
    }
}
