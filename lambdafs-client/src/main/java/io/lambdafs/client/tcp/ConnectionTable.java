package io.lambdafs.client.tcp;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The proven connections by deployment. Thread-safe. */
final class ConnectionTable {
    private final Map<Integer, List<InstanceConnection>> byDeployment = new ConcurrentHashMap<>();
    private final Map<Integer, LongAdder> lost = new ConcurrentHashMap<>();
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
        if (connections != null && connections.remove(connection) && !connection.isLeaving()) {
            lost.computeIfAbsent(deployment, number -> new LongAdder()).increment();
        }
    }

    /** Connections that have ended without a goodbye. */
    long lost() {
        return lost.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Those of this deployment. */
    long lost(int deployment) {
        LongAdder count = lost.get(deployment);
        return count == null ? 0 : count.sum();
    }

    /** The deployment, other than this one, with the least busy usable connection; −1 if there is none. */
    int substituteFor(int deployment) {
        int substitute = -1;
        int fewest = Integer.MAX_VALUE;
        for (int other : byDeployment.keySet()) {
            InstanceConnection connection = other == deployment ? null : leastBusy(other);
            if (connection != null && connection.inFlight() < fewest) {
                fewest = connection.inFlight();
                substitute = other;
            }
        }
        return substitute;
    }

    /** When one of the deployment's instances last told of a call by HTTP; MIN_VALUE for never. */
    long activatedAt(int deployment) {
        long latest = Long.MIN_VALUE;
        for (InstanceConnection connection : byDeployment.getOrDefault(deployment, Collections.emptyList())) {
            if (connection.isUsable()) {
                latest = Math.max(latest, connection.activatedAt());
            }
        }
        return latest;
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
