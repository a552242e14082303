package io.lambdafs.client;

import io.lambdafs.client.calm.CalmMetrics;
import io.lambdafs.client.sharing.SharingMetrics;
import io.lambdafs.client.straggler.StragglerMetrics;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What the λFS clients of this JVM did so far, by transport. Thread-safe. */
public final class ClientMetrics {
    private final TransportMetrics http = new TransportMetrics();
    private final TransportMetrics tcp = new TransportMetrics();
    private final SharingMetrics sharing = new SharingMetrics();
    private final StragglerMetrics stragglers = new StragglerMetrics();
    private final CalmMetrics calm = new CalmMetrics();
    private final LongAdder resubmissions = new LongAdder();
    private final LongAdder hedges = new LongAdder();
    private final LongAdder scaleOutCalls = new LongAdder();
    private final LongAdder throttled = new LongAdder();
    private final LongAdder busy = new LongAdder();
    private final LongAdder overCommitments = new LongAdder();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private volatile String lastFailedAttempt = "none";

    ClientMetrics() {}

    /** The metrics of all clients in this JVM (as far as one class loader reaches). */
    public static ClientMetrics ofThisJvm() {
        return JvmClusters.instance().metrics();
    }

    public TransportMetrics http() {
        return http;
    }

    public TransportMetrics tcp() {
        return tcp;
    }

    /** How often connections of other servers were used. */
    public SharingMetrics sharing() {
        return sharing;
    }

    /** How often requests took too long and were sent to another instance as well. */
    public StragglerMetrics stragglers() {
        return stragglers;
    }

    /** How often clients were in anti-thrashing mode, and what they did in it. */
    public CalmMetrics calm() {
        return calm;
    }

    /** Requests sent once more because an attempt failed. */
    public long resubmissions() {
        return resubmissions.sum();
    }

    /** Requests that waited long by HTTP and were sent over TCP as well. */
    public long hedges() {
        return hedges.sum();
    }

    void hedged() {
        hedges.increment();
    }

    /** Calls by HTTP that the platform refused because there were too many. */
    public long throttled() {
        return throttled.sum();
    }

    /** Calls by HTTP that the platform refused because it was busy. */
    public long platformBusy() {
        return busy.sum();
    }

    void busy() {
        busy.increment();
    }

    /** How often the platform was found to have too few places for the functions. */
    public long overCommitments() {
        return overCommitments.sum();
    }

    /** Calls sent by HTTP to ask the platform for another instance, because the function's instances were loaded. */
    public long scaleOutCalls() {
        return scaleOutCalls.sum();
    }

    void askedForMore() {
        scaleOutCalls.increment();
    }

    void refused() {
        throttled.increment();
    }

    void overCommitted() {
        overCommitments.increment();
    }

    /** What was sent again last and why; {@code none} if nothing was. */
    public String lastFailedAttempt() {
        return lastFailedAttempt;
    }

    /**
     * Calls a listener for each request that is sent once more, with the name of its method. The thread that waits for the request's answer calls it,
     * so a program can count resubmissions by what its threads do. The listener must not wait and must not throw.
     *
     * @return ends it
     */
    public AutoCloseable onResubmission(Consumer<String> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void resubmitted(String method, AttemptFailure failure) {
        resubmissions.increment();
        lastFailedAttempt = method + " " + failure;
        listeners.forEach(listener -> listener.accept(method));
    }

    /** A line for each transport. */
    public String summary() {
        return line("http", http)
                + line("tcp", tcp)
                + sharing.summary()
                + stragglers.summary()
                + calm.summary()
                + String.format(
                        Locale.ROOT,
                        "hedges %d, refused by the platform %d, found it busy %d, over-commitments seen %d%n"
                                + "calls that asked for another instance %d%n"
                                + "resubmissions %d, last failed attempt: %s%n",
                        hedges(),
                        throttled(),
                        platformBusy(),
                        overCommitments(),
                        scaleOutCalls(),
                        resubmissions(),
                        lastFailedAttempt());
    }

    private static String line(String name, TransportMetrics metrics) {
        return String.format(
                Locale.ROOT,
                "%-4s answered %d, failed %d, mean %.3f ms, p50 %.3f ms, p99 %.3f ms%n",
                name,
                metrics.answered(),
                metrics.failures(),
                metrics.meanNanos() / 1e6,
                metrics.percentileNanos(0.5) / 1e6,
                metrics.percentileNanos(0.99) / 1e6);
    }
}
