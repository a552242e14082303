package io.lambdafs.client.calm;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Whether the client is in anti-thrashing mode: calls go over TCP to any connected instance, and by HTTP only where nothing else is
 * left. Thread-safe.
 *
 * <p>The mode begins when calls take so many times as long as usual while the platform has no room for more instances. The second
 * condition is not the paper's: where there is room, slow calls are what scaling out is for. It ends when calls take less than
 * half way between usual and that, but lasts for two seconds at least, and for thirty at most. After it has lasted so long it does
 * not begin again for ten seconds. So it cannot stay on by its own consequences, nor change with every call.
 */
public final class AntiThrashing {
    static final Duration SHORTEST = Duration.ofSeconds(2);
    static final Duration LONGEST = Duration.ofSeconds(30);
    static final Duration REST = Duration.ofSeconds(10);

    private final CalmSettings settings;
    private final LatencyPressure pressure;
    private final BooleanSupplier noRoom;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private final CalmMetrics metrics;
    private volatile boolean on;
    private long since;
    private boolean resting;
    private long restsUntil;

    /**
     * Not in the mode.
     *
     * @param noRoom whether there is a sign that the platform has no room for more instances
     * @param log takes a line each time that the mode begins or ends
     */
    public AntiThrashing(
            CalmSettings settings,
            BooleanSupplier noRoom,
            LongSupplier nanoTime,
            Consumer<String> log,
            CalmMetrics metrics) {
        this.settings = settings;
        this.pressure = new LatencyPressure(settings.window());
        this.noRoom = noRoom;
        this.nanoTime = nanoTime;
        this.log = log;
        this.metrics = metrics;
    }

    /** Whether the client is in the mode. */
    public boolean isOn() {
        return settings.isAlways() || (on && isStillOn());
    }

    /** A call of this method was answered after so long. */
    public void answered(String method, long tookNanos) {
        if (!settings.looksAtLatency()) {
            return;
        }
        long now = nanoTime.getAsLong();
        double times = pressure.answered(method, tookNanos, now);
        if (isOn()) {
            endIfCalm(times, now);
        } else if (times >= settings.factor() && noRoom.getAsBoolean()) {
            begin(times, now);
        }
    }

    private synchronized void begin(double times, long now) {
        if (on || (resting && now - restsUntil < 0)) {
            return;
        }
        resting = false;
        since = now;
        on = true;
        metrics.countEntered();
        log.accept(
                "Calls take " + Math.round(times) + " times as long as usual, and the platform has no room for more"
                        + " instances: from now on calls go to instances that are connected, of whatever function, until it is calm.");
    }

    private synchronized void endIfCalm(double times, long now) {
        boolean calm = times <= (1 + settings.factor()) / 2;
        if (on && calm && now - since >= SHORTEST.toNanos()) {
            end(now, "It is calm again");
        }
    }

    private synchronized boolean isStillOn() {
        long now = nanoTime.getAsLong();
        if (on && now - since >= LONGEST.toNanos()) {
            resting = true;
            restsUntil = now + REST.toNanos();
            end(now, "It has not become calm in " + LONGEST.toMillis() + " ms");
        }
        return on;
    }

    private void end(long now, String why) {
        on = false;
        metrics.countWithin(now - since);
        log.accept(why + ": calls go to the functions that own their paths, as usual.");
    }
}
