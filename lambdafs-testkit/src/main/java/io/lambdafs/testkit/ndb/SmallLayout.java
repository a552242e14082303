package io.lambdafs.testkit.ndb;

import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** One management server, and one data node or two with the same rows. */
record SmallLayout(int count) implements NdbLayout {
    private static final int MANAGEMENT = 1;
    private static final int FIRST_DATA_NODE = 2;
    private static final int CONNECTIONS = 48;

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
        return numbers(FIRST_DATA_NODE, count);
    }

    @Override
    public List<Integer> connections() {
        return numbers(FIRST_DATA_NODE + count, CONNECTIONS);
    }

    private static List<Integer> numbers(int first, int howMany) {
        return IntStream.range(first, first + howMany).boxed().toList();
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
        connections().forEach(number -> text.append(section("api", number)));
        return text.toString();
    }

    private static String section(String kind, int node) {
        return "[" + kind + "]\nNodeId=" + node + "\nHostName=127.0.0.1\n";
    }
}
