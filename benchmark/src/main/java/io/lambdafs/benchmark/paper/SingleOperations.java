package io.lambdafs.benchmark.paper;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The microbenchmark of section 5.3: each operation alone, in a closed loop of clients on random files and directories of an existing tree. */
final class SingleOperations {
    /** The paper's operations, by the names that {@code lambdafs-bench} has for them. */
    static final List<String> ALL = List.of("read", "statFile", "listDir", "mkdir", "create");

    /** Those of them that only read. */
    static final List<String> READS = List.of("read", "statFile", "listDir");

    private static final int PATIENCE = 150;

    private SingleOperations() {}

    /**
     * Measures a system.
     *
     * @param operations each of them for some seconds
     * @return by operation
     */
    static Map<String, PhaseMeasurement> measure(
            PaperLab lab, MetadataService service, String name, int clients, List<String> operations)
            throws IOException, InterruptedException {
        int seconds = lab.pick(4, 1);
        List<PhaseMeasurement> phases = service.run(
                name,
                PATIENCE + operations.size() * seconds * 2,
                List.of(
                        "--workload",
                        "raw:" + String.join(",", operations),
                        "--clients",
                        Integer.toString(clients),
                        "--duration",
                        seconds + "s",
                        "--warmup",
                        lab.pick(3, 1) + "s",
                        "--tree",
                        "initial=" + lab.pick(16, 8)));
        Map<String, PhaseMeasurement> measured = new LinkedHashMap<>();
        for (int i = 0; i < operations.size(); i++) {
            measured.put(operations.get(i), phases.get(i));
        }
        return measured;
    }
}
