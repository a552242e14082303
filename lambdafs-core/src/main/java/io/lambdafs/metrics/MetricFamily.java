package io.lambdafs.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One metric with its samples.
 *
 * @param type in the words of Prometheus' text format
 */
record MetricFamily(String name, String type, String help, List<Sample> samples) {
    private static final Pattern META = Pattern.compile("# (HELP|TYPE) (\\S+) ?(.*)");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
    private static final Pattern OF_A_HISTOGRAM = Pattern.compile("_(bucket|sum|count)$");

    MetricFamily {
        samples = List.copyOf(samples);
    }

    /** The metrics of a text, in its order. A line that is not one of the format is left out: not all lines are our own. */
    static List<MetricFamily> parse(String text) {
        Map<String, Described> families = new LinkedHashMap<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            Matcher meta = META.matcher(line);
            if (meta.matches()) {
                describe(families.computeIfAbsent(meta.group(2), name -> new Described()), meta);
            } else if (!line.startsWith("#")) {
                add(families, line);
            }
        });
        List<MetricFamily> parsed = new ArrayList<>();
        families.forEach((name, family) -> {
            if (!family.samples.isEmpty()) {
                parsed.add(new MetricFamily(name, family.type, family.help, family.samples));
            }
        });
        return parsed;
    }

    /** A metric that is being read. */
    private static final class Described {
        private String type = "untyped";
        private String help = "";
        private final List<Sample> samples = new ArrayList<>();
    }

    private static void describe(Described family, Matcher meta) {
        if (meta.group(1).equals("TYPE")) {
            family.type = meta.group(3).strip();
        } else {
            family.help = ESCAPED.matcher(meta.group(3))
                    .replaceAll(found -> found.group(1).equals("n") ? "\n" : Matcher.quoteReplacement(found.group(1)));
        }
    }

    private static void add(Map<String, Described> families, String line) {
        Sample sample;
        try {
            sample = Samples.line(line);
        } catch (IllegalArgumentException malformed) {
            return;
        }
        String shorter = OF_A_HISTOGRAM.matcher(sample.name()).replaceFirst("");
        Described histogram = families.get(shorter);
        boolean isPart = histogram != null && histogram.type.equals("histogram");
        families.computeIfAbsent(isPart ? shorter : sample.name(), name -> new Described())
                .samples
                .add(sample);
    }
}
