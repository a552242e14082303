package io.lambdafs.history;

import io.lambdafs.client.ClientMetrics;

/**
 * What the clients of a process did so far.
 *
 * @param repeated requests sent to a second instance while the first had them
 * @param wonBySecond those of them that the second answered first
 * @param servedElsewhere requests sent to functions that do not own their paths
 */
record ClientCounts(long repeated, long wonBySecond, long servedElsewhere) {
    static final ClientCounts NONE = new ClientCounts(0, 0, 0);

    private static final String WORD = "counts";

    static ClientCounts ofThisJvm() {
        ClientMetrics metrics = ClientMetrics.ofThisJvm();
        return new ClientCounts(
                metrics.stragglers().repeated(),
                metrics.stragglers().wonBySecond(),
                metrics.calm().servedElsewhere());
    }

    /** Whether a line says them. */
    static boolean isSaidBy(String line) {
        return line.startsWith(WORD + " ");
    }

    static ClientCounts of(String line) {
        String[] parts = line.split(" ");
        return new ClientCounts(Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    String line() {
        return WORD + " " + repeated + " " + wonBySecond + " " + servedElsewhere;
    }

    ClientCounts plus(ClientCounts other) {
        return new ClientCounts(
                repeated + other.repeated, wonBySecond + other.wonBySecond, servedElsewhere + other.servedElsewhere);
    }
}
