package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Which operations callers do.
 *
 * @param weights of the operations; their sum is 1
 */
public record SimulatedMix(String name, Map<NamespaceOperation, Double> weights) {
    private static final double TOLERANCE = 1e-9;

    /** Checks the sum. */
    public SimulatedMix {
        weights = Collections.unmodifiableMap(new EnumMap<>(weights));
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        if (Math.abs(sum - 1) > TOLERANCE) {
            throw new IllegalArgumentException("the weights of " + name + " have the sum " + sum + ", not 1");
        }
    }

    /** One operation alone. */
    public static SimulatedMix only(NamespaceOperation operation) {
        return new SimulatedMix(operation.title(), Map.of(operation, 1.0));
    }

    /** The mix of Spotify's clusters, table 2 of the λFS paper. */
    public static SimulatedMix spotify() {
        return new SimulatedMix(
                "mix",
                Map.of(
                        NamespaceOperation.OPEN, 0.6922,
                        NamespaceOperation.STAT, 0.17,
                        NamespaceOperation.LS, 0.0901,
                        NamespaceOperation.CREATE, 0.027,
                        NamespaceOperation.RENAME, 0.013,
                        NamespaceOperation.DELETE, 0.0075,
                        NamespaceOperation.MKDIRS, 0.0002));
    }

    NamespaceOperation draw(SplittableRandom random) {
        double die = random.nextDouble();
        NamespaceOperation last = NamespaceOperation.OPEN;
        for (Map.Entry<NamespaceOperation, Double> each : weights.entrySet()) {
            last = each.getKey();
            die -= each.getValue();
            if (die < 0) {
                break;
            }
        }
        return last;
    }

    /** The part of operations that change something. */
    public double writes() {
        return weights.entrySet().stream()
                .filter(each -> !each.getKey().isRead())
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /**
     * How often a listing is not in the cache that is asked: a write in the directory makes caches forget it, and of so many members each
     * gets its part of the listings.
     */
    double missedListings(int members) {
        double listings = weights.getOrDefault(NamespaceOperation.LS, 0.0);
        double writes = writes();
        return writes == 0 || listings == 0 ? 0 : writes / (writes + listings / Math.max(1, members));
    }
}
