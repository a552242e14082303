package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script says to the program.
 *
 * @param jar the benchmark's own
 * @param clientClassPath a Hadoop client with the plugin
 * @param serverClassPath the stock NameNode and KryoNet
 * @param work a directory for temporary files
 * @param out where raw results go
 * @param stacks the λFS stacks that run
 * @param besideClassPath a Hadoop client with the plugin of another checkout; empty if there is none
 * @param selection which cells of a comparison are measured
 * @param small whether to measure briefly, to see that everything works
 */
record CompareOptions(
        Path jar,
        String clientClassPath,
        String serverClassPath,
        Path work,
        Path out,
        List<Stack> stacks,
        String besideClassPath,
        Selection selection,
        boolean small) {
    CompareOptions {
        stacks = List.copyOf(stacks);
    }

    /**
     * A running stack.
     *
     * @param mode what its instances keep
     * @param data its data directory
     * @param status what {@code lambdafs status} prints
     */
    record Stack(String mode, Path data, String status) {}

    Plan plan() {
        return plan(Plan.full());
    }

    /** This plan, unless only a small run is wanted. */
    Plan plan(Plan full) {
        return small ? Plan.small() : full;
    }

    /** These, for a stack of the other checkout. */
    CompareOptions beside() {
        return new CompareOptions(
                jar, besideClassPath, serverClassPath, work, out, stacks, besideClassPath, selection, small);
    }

    /** The stack of this name. */
    Stack stack(String mode) {
        return stacks.stream()
                .filter(stack -> stack.mode().equals(mode))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("stack:" + mode + " is missing"));
    }

    /** Reads {@code name=value} arguments. */
    static CompareOptions parse(String[] args) throws IOException {
        Map<String, String> values = new HashMap<>();
        List<Stack> stacks = new ArrayList<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            if (parts[0].startsWith("stack:")) {
                Path data = Path.of(parts[1]);
                stacks.add(new Stack(
                        parts[0].substring("stack:".length()), data, Files.readString(data.resolve("status.txt"))));
            } else {
                values.put(parts[0], parts[1]);
            }
        }
        return new CompareOptions(
                Path.of(required(values, "jar")),
                required(values, "client-classpath"),
                required(values, "server-classpath"),
                Path.of(required(values, "work")),
                Path.of(required(values, "out")),
                stacks,
                values.getOrDefault("beside-classpath", ""),
                Selection.parse(values.getOrDefault("rows", ""), values.getOrDefault("callers", "")),
                required(values, "size").equals("small"));
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
