package io.lambdafs.benchmark.simulation.parameters;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The names of all parameters, with their units and bounds. A name is made of words with dots: {@code engine.cached.create.store.alone} is
 * the CPU time of the embedded engine for a create of NameNodes with caches, if the engine sleeps when it is asked.
 */
public final class ParameterKeys {
    static final String MICROS = "µs";
    static final String MILLIS = "ms";
    static final String SECONDS = "s";
    static final String COUNT = "count";
    static final String CORES = "cores";
    static final String RATIO = "ratio";

    private static final double MOST_MICROS = 1_000_000;
    private static final double MOST_CORES = 1_000_000;
    private static final double MOST_COUNT = 10_000;

    private static final Map<String, Bound> ALL = Collections.unmodifiableMap(build());

    private ParameterKeys() {}

    /**
     * What a value must be.
     *
     * @param least the least number
     * @param most the largest number
     */
    public record Bound(String unit, double least, double most) {
        boolean allows(double number) {
            return number >= least && number <= most;
        }
    }

    /** All parameters, in the order in which files have them. */
    public static Map<String, Bound> all() {
        return ALL;
    }

    /** The CPU time that clients take, of NameNodes with caches or without. */
    public static String client(boolean cached, NamespaceOperation operation) {
        return (cached ? "client.cached." : "client.stateless.") + operation.row();
    }

    /** What NameNodes with caches take for a read of what they have. */
    public static String cachedRead(NamespaceOperation operation) {
        return "cached." + operation.row();
    }

    /** What an operation takes that asks the store. */
    public static String inStore(StoreKind store, boolean cached, NamespaceOperation operation) {
        return store.key() + (cached ? ".cached." : ".stateless.") + operation.row();
    }

    /** How often a NameNode waits for the store. */
    public static String trips(boolean cached, NamespaceOperation operation) {
        return (cached ? "trips.cached." : "trips.stateless.") + operation.row();
    }

    private static Map<String, Bound> build() {
        Map<String, Bound> all = new LinkedHashMap<>();
        for (NamespaceOperation operation : NamespaceOperation.values()) {
            all.put("requests." + operation.row(), new Bound(COUNT, 1, 10));
            all.put(trips(false, operation), new Bound(COUNT, 1, 100));
            if (!operation.isRead()) {
                all.put(trips(true, operation), new Bound(COUNT, 1, 100));
            }
            cpu(all, client(true, operation));
            cpu(all, client(false, operation));
            if (operation.isRead()) {
                cpu(all, cachedRead(operation) + ".instance");
                all.put(cachedRead(operation) + ".wait", micros());
            }
        }
        for (StoreKind store : StoreKind.values()) {
            store(all, store);
        }
        rounds(all);
        platform(all);
        return all;
    }

    private static void store(Map<String, Bound> all, StoreKind store) {
        for (boolean cached : new boolean[] {true, false}) {
            for (NamespaceOperation operation : NamespaceOperation.values()) {
                if (!cached || !operation.isRead()) {
                    String key = inStore(store, cached, operation);
                    cpu(all, key + ".instance");
                    cpu(all, key + ".store");
                    cpu(all, key + ".coordinator");
                    all.put(key + ".wait", micros());
                }
            }
        }
        all.put(store.key() + ".fsync", micros());
        all.put(store.key() + ".cores", new Bound(CORES, 0.01, MOST_CORES));
        all.put(store.key() + ".cores-most", new Bound(CORES, 0.01, MOST_CORES));
        all.put(store.key() + ".write-copies", new Bound(COUNT, 1, 4));
    }

    private static void rounds(Map<String, Bound> all) {
        cpu(all, "round.leader");
        cpu(all, "round.member");
        cpu(all, "round.coordinator");
        cpu(all, "round.coordinator-member");
        all.put("round.syncs", new Bound(COUNT, 0, 10));
        all.put("round.wait", micros());
        all.put("coordinator.fsync", micros());
        all.put("coordinator.cores", new Bound(CORES, 0.01, MOST_CORES));
    }

    private static void platform(Map<String, Bound> all) {
        all.put("http.client", micros());
        all.put("http.instance", micros());
        all.put("http.platform", micros());
        all.put("http.wait", micros());
        all.put("platform.cores", new Bound(CORES, 0.01, MOST_CORES));
        all.put("start.cold", new Bound(MILLIS, 0, 600_000));
        all.put("start.warm-up-factor", new Bound(RATIO, 1, 1_000));
        all.put("start.warm-up", new Bound(SECONDS, 0, 600));
        all.put("scaling.load", new Bound(RATIO, 0.01, 1));
        all.put("scaling.interval", new Bound(MILLIS, 1, 600_000));
        all.put("scaling.write-share", new Bound(RATIO, 0, 1));
        all.put("scaling.http-share", new Bound(RATIO, 0, 1));
        all.put("scaling.concurrency", new Bound(COUNT, 1, MOST_COUNT));
        all.put("scaling.pool-share", new Bound(RATIO, 0.01, 1));
        all.put("instance.threads", new Bound(COUNT, 1, MOST_COUNT));
        all.put("namenode.threads", new Bound(COUNT, 1, MOST_COUNT));
        all.put("network.client", micros());
        all.put("network.server", micros());
        all.put("cpu.variation", new Bound(RATIO, 0, 1));
    }

    private static void cpu(Map<String, Bound> all, String key) {
        all.put(key + ".alone", micros());
        all.put(key + ".together", micros());
        all.put(key + ".beside", micros());
    }

    private static Bound micros() {
        return new Bound(MICROS, 0, MOST_MICROS);
    }
}
