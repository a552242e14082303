package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.load.Latencies;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.queue.Simulator;
import java.util.EnumMap;
import java.util.Map;

/** Counts operations and keeps their latencies. */
final class Recorder {
    private final Simulator simulator;
    private Map<NamespaceOperation, Latencies> latencies = new EnumMap<>(NamespaceOperation.class);
    private Latencies all = new Latencies();
    private long issued;
    private long completed;
    private long counted;
    private long since;
    private long last;
    private double underWayNanos;
    private double latencyNanos;

    Recorder(Simulator simulator) {
        this.simulator = simulator;
    }

    void begins() {
        account();
        issued++;
    }

    void ends(NamespaceOperation operation, long nanos) {
        account();
        completed++;
        counted++;
        latencyNanos += nanos;
        all.add(nanos);
        latencies.computeIfAbsent(operation, none -> new Latencies()).add(nanos);
    }

    private void account() {
        underWayNanos += (double) (issued - completed) * (simulator.now() - last);
        last = simulator.now();
    }

    /** What is counted, is counted from now on. */
    void restart() {
        account();
        since = simulator.now();
        underWayNanos = 0;
        latencyNanos = 0;
        counted = 0;
        all = new Latencies();
        latencies = new EnumMap<>(NamespaceOperation.class);
    }

    long issued() {
        return issued;
    }

    long completed() {
        return completed;
    }

    /** Completed operations that are counted. */
    long counted() {
        return counted;
    }

    double seconds() {
        return (simulator.now() - since) / 1e9;
    }

    double perSecond() {
        return seconds() == 0 ? 0 : counted / seconds();
    }

    /** How many operations were under way, on average over time. */
    double meanUnderWay() {
        account();
        return seconds() == 0 ? 0 : underWayNanos / 1e9 / seconds();
    }

    double meanMicros() {
        return counted == 0 ? Double.NaN : latencyNanos / counted / 1_000;
    }

    double percentileMicros(double percent) {
        return all.percentileMicros(percent);
    }

    /** Medians by operation. */
    Map<NamespaceOperation, Double> medians() {
        Map<NamespaceOperation, Double> medians = new EnumMap<>(NamespaceOperation.class);
        latencies.forEach((operation, each) -> medians.put(operation, each.percentileMicros(50)));
        return medians;
    }
}
