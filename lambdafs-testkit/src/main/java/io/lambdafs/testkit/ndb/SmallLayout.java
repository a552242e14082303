package io.lambdafs.testkit.ndb;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** One management server, and one data node or two with the same rows. */
record SmallLayout(int count) implements NdbLayout {
    static final int FIRST_DATA_NODE = 2;
    /** Of processes that use the cluster. */
    static final int API_NODES = 48;

    private static final int MANAGEMENT = 1;

    SmallLayout {
        if (count < 1 || count > 2) {
            throw new IllegalArgumentException("one data node or two, not " + count);
        }
    }

    @Override
    public List<Integer> managementServers() {
        return List.of(MANAGEMENT);
    }

    @Override
    public List<Integer> dataNodes() {
        return IntStream.range(FIRST_DATA_NODE, firstApiNode()).boxed().toList();
    }

    int firstApiNode() {
        return FIRST_DATA_NODE + count;
    }

    /** Sizes are those of a small cluster; bounds are the ones that docs/ndb.md asks for. */
    @Override
    public String configuration(IntFunction<Path> directory, IntUnaryOperator port) {
        StringBuilder text = new StringBuilder("[ndbd default]\nNoOfReplicas=" + count + "\n");
        text.append("""
                DataMemory=256M
                SharedGlobalMemory=32M
                TransactionMemory=64M
                MaxNoOfTables=512
                MaxNoOfAttributes=8000
                MaxNoOfOrderedIndexes=512
                MaxNoOfConcurrentOperations=200000
                NoOfFragmentLogParts=4
                FragmentLogFileSize=16M
                NoOfFragmentLogFiles=4
                MaxNoOfExecutionThreads=2
                TransactionDeadlockDetectionTimeout=1500
                TransactionInactiveTimeout=10000
                """);
        text.append(section("ndb_mgmd", MANAGEMENT) + "PortNumber=" + port.applyAsInt(MANAGEMENT) + "\nDataDir="
                + directory.apply(MANAGEMENT) + "\n");
        for (int node : dataNodes()) {
            text.append(section("ndbd", node) + "DataDir=" + directory.apply(node) + "\n");
        }
        for (int node = firstApiNode(); node < firstApiNode() + API_NODES; node++) {
            text.append(section("api", node));
        }
        return text.toString();
    }

    private static String section(String kind, int node) {
        return "[" + kind + "]\nNodeId=" + node + "\nHostName=127.0.0.1\n";
    }
}
