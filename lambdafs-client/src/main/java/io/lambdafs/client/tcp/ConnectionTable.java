package io.lambdafs.client.tcp;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The proven connections by deployment. Thread-safe. */
final class ConnectionTable {
    private final Map<Integer, List<InstanceConnection>> byDeployment = new ConcurrentHashMap<>();
    private final Map<Integer, LongAdder> lost = new ConcurrentHashMap<>();
    private final Map<Integer, Long> lastLost = new ConcurrentHashMap<>();
    private final LongSupplier nanoTime;
    private volatile boolean used;

    ConnectionTable(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

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
            lastLost.put(deployment, nanoTime.getAsLong());
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

    /** Whether one of this deployment has ended without a goodbye within the last so many nanoseconds. */
    boolean lostWithin(int deployment, long nanos) {
        Long last = lastLost.get(deployment);
        return last != null && nanoTime.getAsLong() - last <= nanos;
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

    /** When one of the deployment's instances last reported a call by HTTP; MIN_VALUE for never. */
    long activatedAt(int deployment) {
        long latest = Long.MIN_VALUE;
        for (InstanceConnection connection : byDeployment.getOrDefault(deployment, Collections.emptyList())) {
            if (connection.isUsable()) {
                latest = Math.max(latest, connection.activatedAt());
            }
        }
        return latest;
    }

    /** As {@link #leastBusy(int, String)}, of all instances. */
    @Nullable
    InstanceConnection leastBusy(int deployment) {
        return leastBusy(deployment, null);
    }

    /**
     * The usable connection with the fewest requests under way, of those that are not slow if there are any; null when there is
     * none.
     *
     * @param except the instance that is not meant; null for none
     */
    @Nullable
    InstanceConnection leastBusy(int deployment, @Nullable String except) {
        List<InstanceConnection> connections = byDeployment.get(deployment);
        InstanceConnection best = null;
        if (connections != null) {
            for (InstanceConnection connection : connections) {
                if (connection.isUsable() && !connection.isOf(except) && (best == null || isBetter(connection, best))) {
                    best = connection;
                }
            }
        }
        return best;
    }

    private static boolean isBetter(InstanceConnection one, InstanceConnection other) {
        boolean slow = one.isSlow();
        return slow == other.isSlow() ? one.inFlight() < other.inFlight() : !slow;
    }

    /** The deployment's connections that have not said goodbye. */
    int size(int deployment) {
        int size = 0;
        for (InstanceConnection connection : byDeployment.getOrDefault(deployment, Collections.emptyList())) {
            size += connection.isLeaving() ? 0 : 1;
        }
        return size;
    }

    int size() {
        return byDeployment.values().stream().mapToInt(List::size).sum();
    }
}
