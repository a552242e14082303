package io.lambdafs.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The samples of a text in Prometheus' format, version 0.0.4. Immutable. */
public final class Samples {
    private static final int LABELS_PER_LINE = 64;

    private final Map<String, List<Sample>> byName = new HashMap<>();

    private Samples() {}

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException naming the line that is not one of the format
     */
    public static Samples parse(String text) {
        Samples samples = new Samples();
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            Sample sample = line(line);
            samples.byName
                    .computeIfAbsent(sample.name(), unused -> new ArrayList<>())
                    .add(sample);
        });
        return samples;
    }

    /**
     * Reads one line.
     *
     * @throws IllegalArgumentException naming the line if it is not one of the format
     */
    static Sample line(String line) {
        return new Line(line).sample();
    }

    /** Those of this name, in the order of the text. */
    public List<Sample> of(String name) {
        return List.copyOf(byName.getOrDefault(name, List.of()));
    }

    /** The sum of those of this name; 0 if there is none. */
    public double sum(String name) {
        return sum(name, sample -> true);
    }

    /** The sum of those of this name that are wanted; 0 if there is none. */
    public double sum(String name, Predicate<Sample> wanted) {
        return of(name).stream().filter(wanted).mapToDouble(Sample::value).sum();
    }

    /** A line that is being read. */
    private static final class Line {
        private final String line;
        private int at;

        Line(String line) {
            this.line = line;
        }

        Sample sample() {
            String name = name();
            Map<String, String> labels = new HashMap<>();
            if (at < line.length() && line.charAt(at) == '{') {
                at++;
                while (at < line.length() && line.charAt(at) != '}' && labels.size() < LABELS_PER_LINE) {
                    String label = name();
                    require("=\"");
                    labels.put(label, value());
                    if (at < line.length() && line.charAt(at) == ',') {
                        at++;
                    }
                }
                require("}");
            }
            require(" ");
            return new Sample(name, labels, number(line.substring(at)));
        }

        private String name() {
            int begin = at;
            while (at < line.length()
                    && (Character.isLetterOrDigit(line.charAt(at)) || "_:".indexOf(line.charAt(at)) >= 0)) {
                at++;
            }
            if (begin == at) {
                throw malformed();
            }
            return line.substring(begin, at);
        }

        private void require(String text) {
            if (!line.startsWith(text, at)) {
                throw malformed();
            }
            at += text.length();
        }

        private String value() {
            StringBuilder value = new StringBuilder();
            while (at < line.length() && line.charAt(at) != '"') {
                char c = line.charAt(at++);
                if (c == '\\' && at < line.length()) {
                    char escaped = line.charAt(at++);
                    value.append(escaped == 'n' ? '\n' : escaped);
                } else {
                    value.append(c);
                }
            }
            require("\"");
            return value.toString();
        }

        private double number(String text) {
            try {
                return switch (text) {
                    case "+Inf" -> Double.POSITIVE_INFINITY;
                    case "-Inf" -> Double.NEGATIVE_INFINITY;
                    default -> Double.parseDouble(text);
                };
            } catch (NumberFormatException e) {
                throw malformed();
            }
        }

        private IllegalArgumentException malformed() {
            return new IllegalArgumentException("not a line of Prometheus' text format: " + line);
        }
    }
}
