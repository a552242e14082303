package io.lambdafs.store.rocks.net;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lines for the log, of which few are written at a time, whatever strangers do. For one thread. */
final class Warnings {
    /** How many lines a window may have. */
    static final int MOST_LINES = 10;

    private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Consumer<String> log;
    private long windowStart;
    private int lines;
    private long left;

    Warnings(Consumer<String> log, long now) {
        this.log = log;
        this.windowStart = now;
    }

    /** Writes the line, or counts it if there were many within the last seconds. */
    void say(String line, long now) {
        look(now);
        if (lines == MOST_LINES) {
            left++;
            return;
        }
        lines++;
        log.accept(line);
    }

    /** Says how many lines were left out, once the window is over; to be called now and then. */
    void look(long now) {
        if (now - windowStart < WINDOW_NANOS) {
            return;
        }
        if (left > 0) {
            log.accept(left + " more warnings of the engine's server were left out");
        }
        windowStart = now;
        lines = 0;
        left = 0;
    }
}
