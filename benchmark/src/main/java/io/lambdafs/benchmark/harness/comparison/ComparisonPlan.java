package io.lambdafs.benchmark.harness.comparison;

import io.lambdafs.benchmark.harness.workload.YamlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * What is compared, and how.
 *
 * @param trace the options of 'gen' that make the trace; none if there is a file
 * @param traceFile a trace that is there already
 * @param options further ones of 'run', for all systems
 * @param rounds how often each system is measured
 * @param attempts how often a round is begun at most, if the machine is not quiet
 * @param noiseGate whether a round counts only if the machine was quiet
 * @param seed of the order of the systems in each round
 * @param systems at least two; the others are compared with the first
 */
public record ComparisonPlan(
        List<String> trace,
        Optional<Path> traceFile,
        List<String> options,
        int rounds,
        int attempts,
        boolean noiseGate,
        long seed,
        List<ComparedSystem> systems) {
    private static final List<String> KEYS =
            List.of("trace", "options", "rounds", "attempts", "noiseGate", "seed", "systems");
    private static final int MOST_ROUNDS = 100;
    private static final int MOST_ATTEMPTS = 20;

    public ComparisonPlan {
        trace = List.copyOf(trace);
        options = List.copyOf(options);
        systems = List.copyOf(systems);
        if (systems.size() < 2) {
            throw new IllegalArgumentException("there are " + systems.size() + " systems: name two or more");
        }
        Set<String> names = new HashSet<>();
        for (ComparedSystem system : systems) {
            if (!names.add(system.name())) {
                throw new IllegalArgumentException("two systems are called " + system.name() + ": rename one");
            }
        }
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is wrong; its message names the key and says what to write
     */
    public static ComparisonPlan read(Path file) throws IOException {
        return YamlFile.read(file, ComparisonPlan::of);
    }

    private static ComparisonPlan of(Map<String, Object> root) {
        YamlFile.requireKeys("a comparison", root, KEYS);
        Object trace = root.get("trace");
        if (trace == null) {
            throw new IllegalArgumentException("the key 'trace' is missing: write a file that 'gen' has made, or its"
                    + " options, such as trace: {workload: spotify, load: \"const:300\", duration: 30s, clients: 16}");
        }
        List<String> gen = new ArrayList<>();
        if (!(trace instanceof String)) {
            YamlFile.map("trace", trace)
                    .forEach((name, value) -> gen.addAll(List.of("--" + name, String.valueOf(value))));
        }
        List<ComparedSystem> systems = new ArrayList<>();
        for (Object each : YamlFile.list("systems", root.get("systems"))) {
            systems.add(ComparedSystem.of(each));
        }
        List<String> options = new ArrayList<>();
        if (root.containsKey("options")) {
            YamlFile.list("options", root.get("options")).forEach(each -> options.add(String.valueOf(each)));
        }
        return new ComparisonPlan(
                gen,
                trace instanceof String file ? Optional.of(Path.of(file)) : Optional.empty(),
                options,
                (int) number(root, "rounds", 5, MOST_ROUNDS),
                (int) number(root, "attempts", 3, MOST_ATTEMPTS),
                !"false".equals(String.valueOf(root.getOrDefault("noiseGate", true))),
                number(root, "seed", 0, Long.MAX_VALUE),
                systems);
    }

    private static long number(Map<String, Object> root, String key, long otherwise, long most) {
        Object value = root.getOrDefault(key, otherwise);
        long least = key.equals("seed") ? 0 : 1;
        if (value instanceof Number number && number.longValue() >= least && number.longValue() <= most) {
            return number.longValue();
        }
        throw new IllegalArgumentException(
                key + " is '" + value + "': write a whole number from " + least + " to " + most);
    }

    /** The systems in the order of a round, which differs from round to round. */
    public List<ComparedSystem> order(int round) {
        List<ComparedSystem> order = new ArrayList<>(systems);
        Collections.shuffle(order, new Random(seed * MOST_ROUNDS * MOST_ATTEMPTS + round));
        return order;
    }
}
