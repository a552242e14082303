package io.lambdafs.benchmark.process;

import java.util.List;
import java.util.Optional;

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

    /**
     * A component in the table that {@code lambdafs status} prints.
     *
     * @param pid of its process
     * @param addresses where it serves, the main one first
     */
    public record Component(long pid, List<String> addresses) {
        public Component {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * Finds a component by its name.
     *
     * @throws IllegalArgumentException if it is not running
     */
    public static Component component(String table, String name) {
        List<String> fields = running(table, name)
                .orElseThrow(() -> new IllegalArgumentException(
                        name + " is not running, says 'lambdafs status': see 'lambdafs logs " + name + "'"));
        return new Component(Long.parseLong(fields.get(2)), fields.subList(3, fields.size()));
    }

    /** Of the first of these components that runs. */
    private static long pid(String table, String... components) {
        for (String component : components) {
            Optional<List<String>> running = running(table, component);
            if (running.isPresent()) {
                return Long.parseLong(running.get().get(2));
            }
        }
        String names = String.join(" or ", components);
        throw new IllegalArgumentException(names + " is not running, says 'lambdafs status': see 'lambdafs logs "
                + components[components.length - 1] + "'");
    }

    private static Optional<List<String>> running(String table, String component) {
        return table.lines()
                .map(line -> List.of(line.strip().split("\\s+", -1)))
                .filter(fields -> fields.size() >= 4
                        && fields.get(0).equals(component)
                        && fields.get(1).equals("running"))
                .findFirst();
    }
}
