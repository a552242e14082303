package io.lambdafs.testkit.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** One process of the world: it can be frozen, thawed and killed, and its wall clock may be wrong. */
public final class SimProcess {
    /** When every world begins. */
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SimScheduler scheduler;
    private final String name;
    private final List<SimScheduler.Due> stalled = new ArrayList<>();
    private final List<Runnable> deathActions = new ArrayList<>();
    private Duration clockError = Duration.ZERO;
    private boolean frozen;
    private boolean dead;

    SimProcess(SimScheduler scheduler, String name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    public String name() {
        return name;
    }

    public boolean isFrozen() {
        return frozen;
    }

    public boolean isDead() {
        return dead;
    }

    /** Alive and not frozen. */
    public boolean isRunning() {
        return !frozen && !dead;
    }

    /** Lets nothing of it run until it is thawed. */
    public void freeze() {
        scheduler.note("FREEZE", name);
        frozen = true;
    }

    public void thaw() {
        scheduler.note("THAW", name);
        frozen = false;
        List<SimScheduler.Due> missed = List.copyOf(stalled);
        stalled.clear();
        scheduler.thaw(missed);
    }

    /** Ends it where it is. */
    public void kill() {
        if (!dead) {
            scheduler.note("KILL", name);
            dead = true;
            frozen = false;
            stalled.clear();
            scheduler.unwind(this);
            deathActions.forEach(Runnable::run);
        }
    }

    /** What happens outside of the process when it dies. */
    public void onDeath(Runnable action) {
        deathActions.add(action);
    }

    boolean stalls(SimScheduler.Due due) {
        if (frozen) {
            stalled.add(due);
        }
        return frozen;
    }

    /** Its wall clock. */
    public InstantSource clock() {
        return () -> EPOCH.plusNanos(scheduler.nanos()).plus(clockError);
    }

    /** Puts its wall clock forward or back. */
    public void jumpClock(Duration by) {
        scheduler.note("CLOCK", name, by);
        clockError = clockError.plus(by);
    }

    /** Nanoseconds that go on evenly, whatever the wall clock does and while it is frozen. */
    public LongSupplier ticker() {
        return scheduler::nanos;
    }

    /** Starts activities of this process. */
    public Executor executor(String activity) {
        return task -> start(activity, Duration.ZERO, task);
    }

    /** Starts an activity, which may block, after about so long. */
    public void start(String activity, Duration delay, Runnable body) {
        if (!dead) {
            scheduler.start(this, activity, delay.toNanos() + scheduler.hopNanos(), body);
        }
    }

    /** Has something happen in this process, which does not block, when a message has travelled. */
    public void receive(String message, Runnable body) {
        event(message, Duration.ofNanos(scheduler.latencyNanos()), body);
    }

    /** Has something happen in this process, which does not block, after so long. */
    public void event(String what, Duration delay, Runnable body) {
        if (!dead) {
            scheduler.event(this, what, delay.toNanos(), body);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
