package io.lambdafs.benchmark.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The rounds of one cell and one system, and their medians. */
final class Rounds {
    private final List<ComparedRound> rounds = new ArrayList<>();

    void add(ComparedRound round) {
        rounds.add(round);
    }

    List<ComparedRound> all() {
        return List.copyOf(rounds);
    }

    double p50Micros() {
        return median(round -> round.load().p50Micros());
    }

    double p99Micros() {
        return median(round -> round.load().p99Micros());
    }

    /** Of the reads among other operations. */
    double readP99Micros() {
        return median(round -> round.load().readP99Micros());
    }

    double perSecond() {
        return median(round -> round.load().perSecond());
    }

    double clientMicrosPerOperation() {
        return perOperation(ComparedRound::clientMicros);
    }

    /** CPU time of the client and all servers together. */
    double microsPerOperation() {
        return clientMicrosPerOperation() + serverMicrosPerOperation();
    }

    double serverMicrosPerOperation() {
        return perOperation(ComparedRound::serverMicros);
    }

    /** CPU time per operation by kind of server process. */
    Map<String, Double> serverParts() {
        Map<String, Double> parts = new TreeMap<>();
        for (String kind : rounds.get(0).cpuMicros().keySet()) {
            if (!kind.equals(ComparedRound.CLIENT)) {
                parts.put(kind, perOperation(round -> round.cpuMicros().getOrDefault(kind, 0L)));
            }
        }
        return parts;
    }

    /** Over all rounds together, because the kernel counts in steps of 10 ms. */
    private double perOperation(ToLongFunction<ComparedRound> micros) {
        long operations =
                rounds.stream().mapToLong(round -> round.load().operations()).sum();
        return (double) rounds.stream().mapToLong(micros).sum() / operations;
    }

    private double median(ToDoubleFunction<ComparedRound> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
