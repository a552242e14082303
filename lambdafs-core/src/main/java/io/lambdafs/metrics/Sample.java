package io.lambdafs.metrics;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/** One line of a text of metrics: a name, labels and a value. */
public record Sample(String name, Map<String, String> labels, double value) {
    public Sample {
        requireNonNull(name, "name");
        labels = Map.copyOf(labels);
    }

    /** The value of a label; empty if there is none. */
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
