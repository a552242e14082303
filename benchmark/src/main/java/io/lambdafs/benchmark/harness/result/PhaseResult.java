package io.lambdafs.benchmark.harness.result;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** What a phase of a run measured. For one thread. */
public final class PhaseResult {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final Map<OperationKind, KindResult> kinds = new EnumMap<>(OperationKind.class);
    private final List<SecondResult> seconds = new ArrayList<>();
    private final ErrorCounts errors = new ErrorCounts();
    private final Histogram lag = new Histogram(3);
    private long elapsedNanos;
    private double ceiling;

    /** A phase without any operation yet. */
    public PhaseResult(String name) {
        this.name = name;
    }

    /** What the plan calls it. */
    public String name() {
        return name;
    }

    /** The results of a kind, which are made if they are not there. */
    public KindResult kind(OperationKind kind) {
        return kinds.computeIfAbsent(kind, unused -> new KindResult());
    }

    /** The kinds that were performed, with their results. */
    public Map<OperationKind, KindResult> kinds() {
        return kinds;
    }

    /** A second, from 0; it is made if it is not there. */
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
        long needed = Math.max(1, (long) Math.ceil(elapsedNanos / NANOS_PER_SECOND));
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
