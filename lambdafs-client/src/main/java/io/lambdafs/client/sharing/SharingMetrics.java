package io.lambdafs.client.sharing;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** How often connections were shared. Thread-safe. */
public final class SharingMetrics {
    private final LongAdder withinJvm = new LongAdder();

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

    /** A line for people. */
    public String summary() {
        return String.format(Locale.ROOT, "shared connections: within the JVM %d%n", withinJvm());
    }
}
