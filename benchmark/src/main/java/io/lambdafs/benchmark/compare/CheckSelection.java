package io.lambdafs.benchmark.compare;

import java.util.HashMap;
import java.util.Map;

/** The program: whether a selection can be understood, before anything is started for it. Ends with 2 and says why if not. */
public final class CheckSelection {
    private CheckSelection() {}

    /** Takes {@code rows=…} and {@code callers=…}, or one of them. */
    public static void main(String[] args) {
        Map<String, String> values = new HashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            values.put(parts[0], parts[1]);
        }
        try {
            Selection.parse(values.getOrDefault("rows", ""), values.getOrDefault("callers", ""));
        } catch (IllegalArgumentException e) {
            System.err.println("benchmark: " + e.getMessage());
            System.exit(2);
        }
    }
}
