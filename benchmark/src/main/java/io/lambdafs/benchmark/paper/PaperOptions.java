package io.lambdafs.benchmark.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the script says to the program.
 *
 * @param home the checkout
 * @param jar the benchmark's own
 * @param serverClassPath a stock NameNode's
 * @param work a directory for temporary files
 * @param out a directory for the results
 * @param only the experiments to make, in this order
 * @param modes the systems to measure; the burst workload has stateless in any case, which decides its rate
 * @param small whether to measure briefly
 * @param rate the base rate of the burst workload, in operations a second; 0 to derive it as the paper did
 * @param prices a user's prices
 */
record PaperOptions(
        Path home,
        Path jar,
        String serverClassPath,
        Path work,
        Path out,
        List<String> only,
        List<String> modes,
        boolean small,
        int rate,
        Optional<Path> prices) {
    private static final int MOST_RATE = 1_000_000;

    PaperOptions {
        only = List.copyOf(only);
        modes = List.copyOf(modes);
    }

    /**
     * Reads {@code name=value} arguments.
     *
     * @throws IllegalArgumentException with a sentence for people, if one makes no sense
     */
    static PaperOptions parse(String[] args, List<String> experiments) {
        Map<String, String> values = new HashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            values.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        return new PaperOptions(
                Path.of(required(values, "home")),
                Path.of(required(values, "jar")),
                required(values, "server-classpath"),
                Path.of(required(values, "work")),
                Path.of(required(values, "out")),
                selected("--only", "experiment", values.getOrDefault("only", ""), experiments),
                selected("--modes", "mode", values.getOrDefault("modes", ""), Mode.keys()),
                values.getOrDefault("size", "full").equals("small"),
                rate(values.getOrDefault("rate", "0")),
                Optional.ofNullable(values.get("prices")).map(Path::of));
    }

    private static List<String> selected(String option, String kind, String text, List<String> known) {
        if (text.isEmpty()) {
            return known;
        }
        List<String> selected = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        option + " has no " + kind + " '" + name + "': there are " + String.join(", ", known));
            }
            if (!selected.contains(name)) {
                selected.add(name);
            }
        }
        return selected;
    }

    private static int rate(String text) {
        int rate;
        try {
            rate = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--rate needs a whole number, not '" + text + "'", e);
        }
        if (rate < 0 || rate > MOST_RATE) {
            throw new IllegalArgumentException("--rate is 1 to " + MOST_RATE + ", not " + rate);
        }
        return rate;
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
