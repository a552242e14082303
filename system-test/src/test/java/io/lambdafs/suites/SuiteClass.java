package io.lambdafs.suites;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A class of Hadoop's, and what is known of it.
 *
 * @param passes how many of its tests pass at least
 * @param leftOut the tests that do not, each with the reason; those of {@code *} are all others
 * @param fast whether it is one of the subset that takes a few minutes
 */
record SuiteClass(String name, int passes, Map<String, String> leftOut, boolean fast) {
    private static final String CLASSES = "/suites/classes.tsv";
    private static final String LEFT_OUT = "/suites/left-out.tsv";
    private static final String FAST = "/suites/fast.tsv";
    private static final String ALL = "*";

    SuiteClass {
        leftOut = Map.copyOf(leftOut);
    }

    /** All of them, in the order of their names. */
    static List<SuiteClass> all() throws IOException {
        Map<String, Map<String, String>> leftOut = new HashMap<>();
        for (String[] fields : lines(LEFT_OUT, 3)) {
            leftOut.computeIfAbsent(fields[0], name -> new HashMap<>()).put(fields[1], fields[2]);
        }
        Set<String> fast = lines(FAST, 1).stream().map(fields -> fields[0]).collect(Collectors.toSet());
        List<SuiteClass> all = new ArrayList<>();
        for (String[] fields : lines(CLASSES, 2)) {
            all.add(new SuiteClass(
                    fields[0],
                    Integer.parseInt(fields[1]),
                    leftOut.getOrDefault(fields[0], Map.of()),
                    fast.contains(fields[0])));
        }
        all.sort(Comparator.comparing(SuiteClass::name));
        return all;
    }

    /** The names of the classes that tests are left out of. */
    static Set<String> left() throws IOException {
        return lines(LEFT_OUT, 3).stream().map(fields -> fields[0]).collect(Collectors.toSet());
    }

    /** Why a test that did not pass is not expected to; empty if nobody knows. */
    String reason(String test) {
        return leftOut.getOrDefault(test, leftOut.getOrDefault(ALL, ""));
    }

    String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static List<String[]> lines(String resource, int fields) throws IOException {
        try (InputStream in = SuiteClass.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no " + resource);
            }
            List<String[]> lines = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] parts = line.split("\t", -1);
                if (parts.length != fields) {
                    throw new IOException(resource + ": not " + fields + " fields: " + line);
                }
                lines.add(parts);
            }
            return lines;
        }
    }
}
