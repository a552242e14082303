package io.lambdafs.benchmark.process;

/**
 * The ids of the long-lived server processes of a stack.
 *
 * @param postgres the process whose children serve the sessions
 */
public record ServerProcesses(long postgres, long zooKeeper, long platform) {
    /**
     * Reads the table that {@code lambdafs status} prints.
     *
     * @throws IllegalArgumentException if one of them is not running
     */
    public static ServerProcesses ofStatusTable(String table) {
        return new ServerProcesses(pid(table, "postgres"), pid(table, "zookeeper"), pid(table, "platform"));
    }

    private static long pid(String table, String component) {
        return table.lines()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(fields -> fields.length >= 4 && fields[0].equals(component) && fields[1].equals("running"))
                .mapToLong(fields -> Long.parseLong(fields[2]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        component + " is not running, says 'lambdafs status': see 'lambdafs logs " + component + "'"));
    }
}
