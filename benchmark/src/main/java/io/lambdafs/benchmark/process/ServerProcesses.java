package io.lambdafs.benchmark.process;

import java.util.List;
import java.util.OptionalLong;

/**
 * The ids of the long-lived server processes of a stack.
 *
 * @param store the embedded engine, or the PostgreSQL whose children serve the sessions
 */
public record ServerProcesses(long store, long zooKeeper, long platform) {
    /**
     * Reads the table that {@code lambdafs status} prints.
     *
     * @throws IllegalArgumentException if one of them is not running
     */
    public static ServerProcesses ofStatusTable(String table) {
        return new ServerProcesses(pid(table, "store", "postgres"), pid(table, "zookeeper"), pid(table, "platform"));
    }

    /** Of the first of these components that runs. */
    private static long pid(String table, String... components) {
        for (String component : components) {
            OptionalLong running = running(table, component);
            if (running.isPresent()) {
                return running.getAsLong();
            }
        }
        String names = String.join(" or ", components);
        throw new IllegalArgumentException(names + " is not running, says 'lambdafs status': see 'lambdafs logs "
                + components[components.length - 1] + "'");
    }

    private static OptionalLong running(String table, String component) {
        return table.lines()
                .map(line -> List.of(line.strip().split("\\s+", -1)))
                .filter(fields -> fields.size() >= 4
                        && fields.get(0).equals(component)
                        && fields.get(1).equals("running"))
                .mapToLong(fields -> Long.parseLong(fields.get(2)))
                .findFirst();
    }
}
