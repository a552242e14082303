package io.lambdafs.benchmark.harness.result;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * What a phase of a run measured, and what happened in each of its intervals. These are called seconds, because they are seconds unless a run was asked
 * for others. For one thread.
 */
public final class PhaseResult {
    /** The length of an interval unless something else is said, in nanoseconds. */
    public static final long SECOND = 1_000_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final long intervalNanos;
    private final Map<OperationKind, KindResult> kinds = new EnumMap<>(OperationKind.class);
    private final List<SecondResult> seconds = new ArrayList<>();
    private final ErrorCounts errors = new ErrorCounts();
    private final Histogram lag = new Histogram(3);
    private long elapsedNanos;
    private double ceiling;

    /** A phase without any operation yet, in intervals of a second. */
    public PhaseResult(String name) {
        this(name, SECOND);
    }

    /** A phase without any operation yet, in intervals of so many nanoseconds. */
    public PhaseResult(String name, long intervalNanos) {
        if (intervalNanos < 1) {
            throw new IllegalArgumentException("an interval has 1 ns or more, not " + intervalNanos);
        }
        this.name = name;
        this.intervalNanos = intervalNanos;
    }

    /** What the plan calls it. */
    public String name() {
        return name;
    }

    /** How long each interval is, in nanoseconds. */
    public long intervalNanos() {
        return intervalNanos;
    }

    /** How long each interval is, in seconds. */
    public double intervalSeconds() {
        return intervalNanos / NANOS_PER_SECOND;
    }

    /** The results of a kind, which are made if they are not there. */
    public KindResult kind(OperationKind kind) {
        return kinds.computeIfAbsent(kind, unused -> new KindResult());
    }

    /** The kinds that were performed, with their results. */
    public Map<OperationKind, KindResult> kinds() {
        return kinds;
    }

    /** A second, or another interval, from 0; it is made if it is not there. */
    public SecondResult second(int number) {
        while (seconds.size() <= number) {
            seconds.add(new SecondResult());
        }
        return seconds.get(number);
    }

    /** All seconds. */
    public List<SecondResult> seconds() {
        return seconds;
    }

    /** Leaves out seconds after the end in which nothing happened. */
    public void trim() {
        long needed = Math.max(1, (long) Math.ceil((double) elapsedNanos / intervalNanos));
        while (seconds.size() > needed && seconds.get(seconds.size() - 1).isQuiet()) {
            seconds.remove(seconds.size() - 1);
        }
    }

    /** The errors. */
    public ErrorCounts errors() {
        return errors;
    }

    /** It took at least this long. */
    public void took(long nanos) {
        elapsedNanos = Math.max(elapsedNanos, nanos);
    }

    /** How long it took, in nanoseconds. */
    public long elapsedNanos() {
        return elapsedNanos;
    }

    /** Adds by how much clients woke too late that waited for an operation to be due, in microseconds. */
    public void addLag(AbstractHistogram more) {
        lag.add(more);
    }

    /** By how much clients woke too late that waited for an operation to be due, in microseconds: what the clients' own machine adds to response times. */
    public Histogram lag() {
        return lag;
    }

    /** So many operations a second more can the clients make of a file system that does nothing. */
    public void addCeiling(double more) {
        ceiling += more;
    }

    /** How many operations a second the clients can make of a file system that does nothing; 0 if that was not measured. */
    public double ceiling() {
        return ceiling;
    }

    /** Whether the clients themselves may have been what was slow: they made more than half of what they can. */
    public boolean isSaturated() {
        return ceiling > 0 && throughput() > ceiling / 2;
    }

    /** Adds what other clients measured in the same phase. */
    public void addAll(PhaseResult other) {
        if (other.intervalNanos != intervalNanos) {
            throw new IllegalArgumentException(
                    "intervals of " + intervalNanos + " ns and of " + other.intervalNanos + " ns cannot be added");
        }
        other.kinds.forEach((kind, result) -> kind(kind).addAll(result));
        for (int i = 0; i < other.seconds.size(); i++) {
            second(i).addAll(other.seconds.get(i));
        }
        other.errors.all().forEach(errors::add);
        took(other.elapsedNanos);
        addCeiling(other.ceiling);
        addLag(other.lag);
    }

    /** Operations that succeeded. */
    public long succeeded() {
        return kinds.values().stream().mapToLong(KindResult::succeeded).sum();
    }

    /** Operations that failed. */
    public long failed() {
        return kinds.values().stream().mapToLong(KindResult::failed).sum();
    }

    /** How often requests of operations were sent once more; empty if the file system does not say. */
    public OptionalLong retries() {
        return kinds.values().stream()
                .flatMapToLong(kind -> kind.retries().stream())
                .reduce(Long::sum);
    }

    /** A count over all seconds. */
    public long total(Count count) {
        return seconds.stream().mapToLong(second -> second.get(count)).sum();
    }

    /** Operations a second that succeeded. */
    public double throughput() {
        return elapsedNanos == 0 ? 0 : succeeded() / (elapsedNanos / NANOS_PER_SECOND);
    }

    /** Service times of all kinds, in microseconds. */
    public Histogram service() {
        Histogram all = new Histogram(3);
        kinds.values().forEach(kind -> all.add(kind.service()));
        return all;
    }

    /** Response times of all kinds, in microseconds. */
    public Histogram response() {
        Histogram all = new Histogram(3);
        kinds.values().forEach(kind -> all.add(kind.response()));
        return all;
    }
}
