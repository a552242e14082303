package io.lambdafs.benchmark.elastic;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script says to the program.
 *
 * @param home the checkout
 * @param jar the benchmark's own
 * @param clientClassPath a Hadoop client with the plugin
 * @param serverClassPath further libraries
 * @param work a directory for temporary files
 * @param out a directory for the results
 * @param only the experiments to run, in this order
 * @param seconds how long the measured part of an experiment is
 * @param cpuMillis the limit of an instance, in thousandths of a core
 */
record ElasticOptions(
        Path home,
        Path jar,
        String clientClassPath,
        String serverClassPath,
        Path work,
        Path out,
        List<String> only,
        int seconds,
        int cpuMillis) {
    static final int DEFAULT_SECONDS = 30;
    static final int DEFAULT_CPU_MILLIS = 150;

    private static final int MIN_SECONDS = 5;
    private static final int MAX_SECONDS = 600;
    private static final int MIN_CPU_MILLIS = 50;
    private static final int MAX_CPU_MILLIS = 1_000;

    ElasticOptions {
        only = List.copyOf(only);
    }

    /**
     * Reads {@code name=value} arguments.
     *
     * @throws IllegalArgumentException with a sentence for people, if one makes no sense
     */
    static ElasticOptions parse(String[] args, List<String> experiments) {
        Map<String, String> values = new HashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            values.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        return new ElasticOptions(
                Path.of(required(values, "home")),
                Path.of(required(values, "jar")),
                required(values, "client-classpath"),
                required(values, "server-classpath"),
                Path.of(required(values, "work")),
                Path.of(required(values, "out")),
                selected(values.getOrDefault("only", ""), experiments),
                within("--seconds", values.getOrDefault("seconds", ""), DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS),
                within(
                        "--cpu-millis",
                        values.getOrDefault("cpu-millis", ""),
                        DEFAULT_CPU_MILLIS,
                        MIN_CPU_MILLIS,
                        MAX_CPU_MILLIS));
    }

    private static List<String> selected(String text, List<String> experiments) {
        if (text.isEmpty()) {
            return experiments;
        }
        List<String> selected = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            if (!experiments.contains(name)) {
                throw new IllegalArgumentException(
                        "--only has no experiment '" + name + "': there are " + String.join(", ", experiments));
            }
            if (!selected.contains(name)) {
                selected.add(name);
            }
        }
        return selected;
    }

    private static int within(String option, String text, int otherwise, int least, int most) {
        if (text.isEmpty()) {
            return otherwise;
        }
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a whole number, not '" + text + "'", e);
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " is " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
