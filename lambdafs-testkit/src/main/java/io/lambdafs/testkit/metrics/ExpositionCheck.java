package io.lambdafs.testkit.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks a text against the description of Prometheus' text format 0.0.4 and against Prometheus' conventions for names.
 * Each metric has one HELP and one TYPE line before its samples, its samples stay together, and no series is there
 * twice. Counters end in {@code _total}, and the buckets of a histogram grow and end with its count.
 */
public final class ExpositionCheck {
    private static final Pattern META = Pattern.compile("# (HELP|TYPE) ([a-z_][a-z0-9_]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_][a-z0-9_]*)(\\{[^{}]*\\})? (-?\\d+(?:\\.\\d+)?|NaN)");
    private static final Pattern LABEL = Pattern.compile("\\G[{,]([a-z_]+)=\"((?:[^\"\\\\\n]|\\\\[n\"\\\\])*)\"");
    private static final Pattern UNITS = Pattern.compile(".*(_seconds|_bytes|_cores|_ratio|_total"
            + "|_entries|_connections|_instances|_cells|_calls|_valid|sharers|_activations|_info"
            + "|_handlers|_inodes|_blocks|_transactions|_writers|_commits)");

    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Set<String> helped = new HashSet<>();
    private final Set<String> series = new HashSet<>();
    private final Set<String> over = new HashSet<>();
    private final Map<String, Double> buckets = new LinkedHashMap<>();
    private final Set<String> names = new TreeSet<>();
    private String present = "";

    private ExpositionCheck() {}

    /** What is wrong with the text, a sentence for each; nothing if it is in order. */
    public static List<String> problems(String text) {
        ExpositionCheck check = new ExpositionCheck();
        check.read(text);
        return List.copyOf(check.problems);
    }

    /** The names of the samples in the text. */
    public static Set<String> names(String text) {
        ExpositionCheck check = new ExpositionCheck();
        check.read(text);
        return Set.copyOf(check.names);
    }

    private void read(String text) {
        if (!text.isEmpty() && !text.endsWith("\n")) {
            problems.add("the last line does not end");
        }
        text.lines().forEach(line -> {
            Matcher meta = META.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (meta.matches()) {
                describe(meta.group(1), meta.group(2), meta.group(3), line);
            } else if (sample.matches()) {
                add(sample.group(1), sample.group(2) == null ? "" : sample.group(2), sample.group(3), line);
            } else {
                problems.add("neither a sample nor a description: " + line);
            }
        });
    }

    private void describe(String what, String name, String text, String line) {
        if (!name.equals(present)) {
            over.add(present);
            present = name;
            if (over.contains(name)) {
                problems.add("the metric comes a second time: " + line);
            }
        }
        if (what.equals("HELP")) {
            require(helped.add(name), "a second help", line);
        } else {
            require(types.putIfAbsent(name, text) == null, "a second type", line);
            require(text.matches("counter|gauge|histogram"), "not a type that is used here", line);
            require(text.equals("counter") == name.endsWith("_total"), "the name does not fit the type", line);
            require(UNITS.matcher(name).matches(), "the name has no unit", line);
        }
    }

    private void add(String name, String labels, String value, String line) {
        names.add(name);
        String type = types.getOrDefault(present, "");
        boolean histogram = type.equals("histogram");
        String suffix = name.startsWith(present) ? name.substring(present.length()) : "?";
        require(
                histogram ? suffix.matches("_bucket|_sum|_count") : suffix.isEmpty(),
                "not of the metric before it",
                line);
        require(helped.contains(present), "before its help", line);
        require(areLabels(labels), "malformed labels", line);
        require(series.add(name + labels), "a second sample of the same series", line);
        double number = value.equals("NaN") ? Double.NaN : Double.parseDouble(value);
        require(type.equals("gauge") || number >= 0, "a count that is negative or not a number", line);
        if (suffix.equals("_bucket")) {
            bucket(labels, number, line);
        } else if (suffix.equals("_count")) {
            Double last = buckets.remove(present + labels);
            require(last != null && last == number, "not the count of the last bucket", line);
        }
    }

    private static boolean areLabels(String labels) {
        if (labels.isEmpty()) {
            return true;
        }
        Matcher label = LABEL.matcher(labels);
        int end = 0;
        while (label.find()) {
            end = label.end();
        }
        return end == labels.length() - 1;
    }

    private void bucket(String labels, double number, String line) {
        String others = labels.replaceAll("[{,]le=\"[^\"]*\"}", "}").replaceAll("^}$", "");
        double before = buckets.getOrDefault(present + others, 0.0);
        require(number >= before, "a bucket with less than the one before", line);
        buckets.put(present + others, number);
    }

    private void require(boolean holds, String problem, String line) {
        if (!holds) {
            problems.add(problem + ": " + line);
        }
    }
}
