package io.lambdafs.datanode;

import java.time.Duration;

/** What a process still does when it is told to end. The JVM ends when that is done, and in time although the store may not answer. */
final class Leaving {
    private static final Duration MOST = Duration.ofSeconds(5);

    private Leaving() {}

    /** Has the JVM do this before it ends, for five seconds at the most. */
    static void atExit(Runnable work) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> inTime(work), "leave"));
    }

    private static void inTime(Runnable work) {
        Thread leaving = new Thread(work, "leaving");
        leaving.setDaemon(true);
        leaving.start();
        try {
            leaving.join(MOST.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
