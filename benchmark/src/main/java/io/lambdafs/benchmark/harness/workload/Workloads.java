package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.util.ArrayList;
import java.util.List;

/** Workloads by the names that the command line has for them. */
public final class Workloads {
    private static final String FORMS =
            "spotify, spotify-lambdafs, raw:OPERATION[,..], mix:OPERATION=PERCENT[,..], rw:READERS/WRITERS, tree-test, subtree, or a file that ends with .yaml";

    private Workloads() {}

    /** Whether a text names a workload file. */
    public static boolean isFile(String text) {
        return text.endsWith(".yaml") || text.endsWith(".yml");
    }

    /**
     * The phases of a workload.
     *
     * @param nanos how long each lasts
     * @param operationsPerClient how many operations a client performs in each at most
     * @throws IllegalArgumentException if the text names none; its message says which there are
     */
    public static List<Phase> phases(String text, long nanos, long operationsPerClient) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (kind) {
            case "spotify" -> List.of(new Phase("spotify", Mix.SPOTIFY, nanos, operationsPerClient));
            case "spotify-lambdafs" ->
                List.of(new Phase("spotify-lambdafs", Mix.SPOTIFY_LAMBDAFS, nanos, operationsPerClient));
            case "raw" -> raw(rest, nanos, operationsPerClient);
            case "mix" -> List.of(new Phase("mix", Mix.parse(rest), nanos, operationsPerClient));
            case "rw" -> List.of(new Phase("rw", readersAndWriters(rest), nanos, operationsPerClient));
            case "tree-test" -> raw("create,statFile", nanos, operationsPerClient);
            case "subtree" -> raw("renameTree,deleteTree", nanos, operationsPerClient);
            default -> throw new IllegalArgumentException("the workload '" + text + "' is unknown: write " + FORMS);
        };
    }

    private static List<Phase> raw(String operations, long nanos, long operationsPerClient) {
        List<Phase> phases = new ArrayList<>();
        for (String operation : operations.split(",", -1)) {
            OperationKind kind = OperationKind.require(operation);
            phases.add(new Phase(kind.word(), Mix.only(kind), nanos, operationsPerClient));
        }
        return phases;
    }

    private static List<Phase.Group> readersAndWriters(String text) {
        if (!text.matches("\\d{1,5}/\\d{1,5}") || text.matches("0+/0+")) {
            throw new IllegalArgumentException("'" + text + "' is not a ratio of readers and writers: write rw:3/1");
        }
        int slash = text.indexOf('/');
        double readers = Integer.parseInt(text.substring(0, slash));
        double writers = Integer.parseInt(text.substring(slash + 1));
        return List.of(
                new Phase.Group(readers / (readers + writers), Mix.only(OperationKind.READ)),
                new Phase.Group(writers / (readers + writers), Mix.only(OperationKind.CREATE)));
    }

    /** How many directories each client must have for operations on whole directories, if a workload has any of these. */
    public static int subtrees(List<Phase> phases, int wanted) {
        return phases.stream()
                        .anyMatch(phase -> phase.has(OperationKind.RENAME_TREE) || phase.has(OperationKind.DELETE_TREE))
                ? wanted
                : 0;
    }
}
