package io.lambdafs.benchmark.harness.comparison;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a comparison measured. For one thread. */
public final class ComparisonResult {
    private static final int MISMATCH = 1;
    private static final int SATURATED = 3;
    private static final int NOISY = 4;

    private final List<String> systems;
    private final long seed;
    private final List<ComparedRun> runs = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();

    /** Nothing yet, of these systems, of which the first is what others are compared with. */
    public ComparisonResult(List<String> systems, long seed) {
        this.systems = List.copyOf(systems);
        this.seed = seed;
    }

    /**
     * Something that was wrong.
     *
     * @param status what the program ends with because of it; 0 if it does not count
     */
    public record Remark(int status, String text) {}

    /**
     * Judges a round of all systems.
     *
     * @param last whether it is not begun again if the machine was not quiet
     * @return whether it is over; if not it is begun again
     */
    public boolean add(int round, List<ComparedRun> all, boolean last) {
        Optional<ComparedRun> noisy = all.stream().filter(run -> run.has(NOISY)).findFirst();
        if (noisy.isPresent()) {
            String text = "round " + round + " is void: with " + noisy.get().system() + " "
                    + noisy.get().result().noise().map(String::valueOf).orElse("the machine was not quiet");
            remarks.add(new Remark(last ? NOISY : 0, text));
            return last;
        }
        ComparedRun first = all.get(0);
        for (ComparedRun run : all) {
            if (run.result().namespace().map(check -> !check.isRight()).orElse(true)
                    || !run.outcome().equals(first.outcome())) {
                remarks.add(new Remark(
                        MISMATCH,
                        "round " + round + " is void, because the systems did not do the same: " + first.system()
                                + " has " + first.outcome() + "; " + run.system() + " has " + run.outcome()));
                return true;
            }
            if (run.has(SATURATED)) {
                remarks.add(new Remark(
                        SATURATED,
                        "round " + round + ": the clients may have been what was slow with " + run.system()));
            }
        }
        runs.addAll(all);
        return true;
    }

    /** The runs of rounds that count. */
    public List<ComparedRun> runs() {
        return runs;
    }

    /** What was wrong. */
    public List<Remark> remarks() {
        return remarks;
    }

    /** The names of the systems. */
    public List<String> systems() {
        return systems;
    }

    /** What the program ends with. */
    public int status() {
        return remarks.stream()
                .mapToInt(Remark::status)
                .filter(status -> status != 0)
                .min()
                .orElse(0);
    }

    /** The median of a figure of a system; not a number if it was not measured. */
    public double median(String system, Figure figure) {
        return Ratio.median(runs.stream()
                .filter(run -> run.system().equals(system))
                .mapToDouble(run -> figure.of().applyAsDouble(run.result()))
                .filter(Double::isFinite)
                .sorted()
                .toArray());
    }

    /** A figure of a system by that of the first one, in the same round; empty if one of them does not have it. */
    public Optional<Ratio> ratio(String system, Figure figure) {
        Map<Integer, Double> firsts = new HashMap<>();
        List<Double> ratios = new ArrayList<>();
        for (ComparedRun run : runs) {
            if (run.system().equals(systems.get(0))) {
                firsts.put(run.round(), figure.of().applyAsDouble(run.result()));
            }
        }
        for (ComparedRun run : runs) {
            if (run.system().equals(system)) {
                double ratio = figure.of().applyAsDouble(run.result()) / firsts.getOrDefault(run.round(), Double.NaN);
                if (Double.isFinite(ratio)) {
                    ratios.add(ratio);
                }
            }
        }
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Ratio.of(ratios, seed));
    }
}
