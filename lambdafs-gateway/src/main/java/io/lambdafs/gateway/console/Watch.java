package io.lambdafs.gateway.console;

import io.lambdafs.client.PlatformMetrics;
import io.lambdafs.metrics.Samples;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the platform's metrics again and again: every {@value #SECONDS_WATCHED} s while somebody looks at a page, and otherwise
 * every {@value #SECONDS_UNWATCHED} s, which is so seldom that the platform does not ask its instances in between. Thread-safe.
 */
final class Watch implements AutoCloseable {
    static final int SECONDS_WATCHED = 5;
    private static final int SECONDS_UNWATCHED = 65;
    /** How long after a page was asked for somebody is taken to look at it. */
    private static final long LOOKS_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final PlatformMetrics platform;
    private final History history = new History();
    private volatile String trouble = "";
    private final AtomicLong lastLook = new AtomicLong(System.nanoTime() - 2 * LOOKS_NANOS);
    private final AtomicLong lastRead = new AtomicLong(System.nanoTime());
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "console");
        created.setDaemon(true);
        return created;
    });

    Watch(PlatformMetrics platform) {
        this.platform = platform;
    }

    /** Begins to read. */
    void start() {
        thread.execute(this::read);
        Future<?> unusedUntilClosed =
                thread.scheduleWithFixedDelay(this::readIfDue, SECONDS_WATCHED, SECONDS_WATCHED, TimeUnit.SECONDS);
    }

    /** Notes that somebody looks, and reads at once if the last reading is old. */
    void look() {
        long now = System.nanoTime();
        boolean wasWatched = now - lastLook.getAndSet(now) <= LOOKS_NANOS;
        if (!wasWatched) {
            thread.execute(this::read);
        }
    }

    private void readIfDue() {
        long now = System.nanoTime();
        boolean watched = now - lastLook.get() <= LOOKS_NANOS;
        if (watched || now - lastRead.get() >= TimeUnit.SECONDS.toNanos(SECONDS_UNWATCHED)) {
            read();
        }
    }

    private void read() {
        lastRead.set(System.nanoTime());
        try {
            Samples samples = Samples.parse(platform.read());
            history.add(System.currentTimeMillis(), samples);
            trouble = "";
        } catch (IOException | IllegalArgumentException e) {
            trouble = String.valueOf(e.getMessage());
        }
    }

    /** What was read. */
    History.View view() {
        return history.view();
    }

    /** Why the last reading failed; empty if it did not. */
    String trouble() {
        return trouble;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
