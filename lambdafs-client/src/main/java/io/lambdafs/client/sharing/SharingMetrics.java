package io.lambdafs.client.sharing;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** How often connections were shared. Thread-safe. */
public final class SharingMetrics {
    private final LongAdder withinJvm = new LongAdder();
    private final LongAdder withOthers = new LongAdder();
    private final LongAdder forwarded = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder removedEntries = new LongAdder();

    /** Nothing shared yet. */
    public SharingMetrics() {}

    /** Requests sent over a connection of another server of this JVM. */
    public long withinJvm() {
        return withinJvm.sum();
    }

    /** A request goes over a connection of another server of this JVM. */
    public void sharedWithinJvm() {
        withinJvm.increment();
    }

    /** Requests that another process took, to send them over a connection of its own. */
    public long withOthers() {
        return withOthers.sum();
    }

    void sharedWithOthers() {
        withOthers.increment();
    }

    /** Requests of other processes sent over a connection of this one. */
    public long forwarded() {
        return forwarded.sum();
    }

    void countForwarded() {
        forwarded.increment();
    }

    /** How often another process did not answer in time, or died with a request. */
    public long failures() {
        return failures.sum();
    }

    void failed() {
        failures.increment();
    }

    /** Entries removed because their process was gone or did not answer. */
    public long removedEntries() {
        return removedEntries.sum();
    }

    void removedEntry() {
        removedEntries.increment();
    }

    /** A line for people. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "shared connections: within the JVM %d, of other processes %d, for other processes %d, failed %d,"
                        + " entries removed %d%n",
                withinJvm(),
                withOthers(),
                forwarded(),
                failures(),
                removedEntries());
    }
}
