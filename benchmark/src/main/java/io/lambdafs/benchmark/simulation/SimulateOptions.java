package io.lambdafs.benchmark.simulation;

import io.lambdafs.benchmark.simulation.figure.SimulationPlan;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the script says to {@link Simulate}.
 *
 * @param parameters a file; none for the parameters that came with the program
 * @param out a directory for the results
 * @param measured the rounds of a real run to compare with; none if figures are to be made
 * @param checkOnly whether nothing is wanted but to know whether options and parameters make sense
 */
record SimulateOptions(
        Optional<Path> parameters, SimulationPlan plan, Path out, Optional<Path> measured, boolean checkOnly) {
    private static final Set<String> NAMES =
            Set.of("parameters", "seed", "figure", "stores", "factor", "out", "size", "measured", "check");
    private static final List<Integer> FIGURES = List.of(8, 11, 12);
    private static final int MOST_FACTOR = 100;

    /**
     * Reads {@code name=value} arguments; of two of a name the later one counts.
     *
     * @throws IllegalArgumentException with a sentence for people, if one makes no sense
     */
    static SimulateOptions parse(String[] args) {
        Map<String, String> values = new HashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            if (!NAMES.contains(parts[0]) || parts.length < 2) {
                throw new IllegalArgumentException("there is no option '" + arg + "': see benchmark/run --help");
            }
            values.put(parts[0], parts[1]);
        }
        List<Integer> figures = numbers("--figure", values.getOrDefault("figure", "8,11,12"));
        for (int figure : figures) {
            if (!FIGURES.contains(figure)) {
                throw new IllegalArgumentException(
                        "--figure: there is no figure " + figure + "; the figures are 8, 11, 12");
            }
        }
        List<StoreKind> stores = StoreKind.parse(values.getOrDefault("stores", "ndb,postgresql,engine"));
        List<Integer> factors = numbers("--factor", values.getOrDefault("factor", "1,100"));
        for (int factor : factors) {
            if (factor < 1 || factor > MOST_FACTOR) {
                throw new IllegalArgumentException("--factor is 1 to " + MOST_FACTOR + ", not " + factor);
            }
        }
        long seed = seed(values.getOrDefault("seed", "1"));
        SimulationPlan plan = values.getOrDefault("size", "full").equals("small")
                ? SimulationPlan.small(figures, stores, factors, seed)
                : SimulationPlan.full(figures, stores, factors, seed);
        return new SimulateOptions(
                Optional.ofNullable(values.get("parameters")).map(Path::of),
                plan,
                Path.of(values.getOrDefault("out", "simulation")),
                Optional.ofNullable(values.get("measured")).map(Path::of),
                values.containsKey("check"));
    }

    private static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--seed needs a whole number, not '" + text + "'", e);
        }
    }

    private static List<Integer> numbers(String option, String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            try {
                numbers.add(Integer.parseInt(part));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        option + " needs whole numbers with commas, such as 8,11, not '" + text + "'", e);
            }
        }
        return numbers.stream().distinct().toList();
    }
}
