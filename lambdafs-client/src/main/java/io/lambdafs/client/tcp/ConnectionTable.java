package io.lambdafs.client.tcp;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The proven connections by deployment. Thread-safe. */
final class ConnectionTable {
    private final Map<Integer, List<InstanceConnection>> byDeployment = new ConcurrentHashMap<>();
    private volatile boolean used;

    /** Whether there has ever been a connection. */
    boolean wasUsed() {
        return used;
    }

    void add(int deployment, InstanceConnection connection) {
        used = true;
        byDeployment
                .computeIfAbsent(deployment, number -> new CopyOnWriteArrayList<>())
                .add(connection);
    }

    void remove(int deployment, InstanceConnection connection) {
        List<InstanceConnection> connections = byDeployment.get(deployment);
        if (connections != null) {
            connections.remove(connection);
        }
    }

    /** The usable connection with the fewest requests under way; null when there is none. */
    @Nullable
    InstanceConnection leastBusy(int deployment) {
        List<InstanceConnection> connections = byDeployment.get(deployment);
        InstanceConnection best = null;
        if (connections != null) {
            for (InstanceConnection connection : connections) {
                if (connection.isUsable() && (best == null || connection.inFlight() < best.inFlight())) {
                    best = connection;
                }
            }
        }
        return best;
    }

    int size() {
        return byDeployment.values().stream().mapToInt(List::size).sum();
    }
}
