package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;
import io.lambdafs.benchmark.simulation.parameters.NamespaceOperation;
import io.lambdafs.benchmark.simulation.parameters.ParameterKeys;
import io.lambdafs.benchmark.simulation.parameters.SimulationParameters;
import io.lambdafs.benchmark.simulation.parameters.StoreKind;
import java.util.EnumMap;
import java.util.Map;

/** What operations take in one mode over one store, read from parameters once. */
final class CostTable {
    private final Map<NamespaceOperation, OperationCosts> found = new EnumMap<>(NamespaceOperation.class);
    private final Map<NamespaceOperation, OperationCosts> missed = new EnumMap<>(NamespaceOperation.class);

    CostTable(SimulationParameters parameters, StoreKind store, boolean cached) {
        for (NamespaceOperation operation : NamespaceOperation.values()) {
            OperationCosts asked = inStore(parameters, store, cached && !operation.isRead(), operation);
            missed.put(operation, asked);
            found.put(operation, cached && operation.isRead() ? fromCache(parameters, operation) : asked);
        }
    }

    /** What it takes, if what is read is in the cache that there is. */
    OperationCosts of(NamespaceOperation operation) {
        return get(found, operation);
    }

    /** What it takes, if it is not. */
    OperationCosts ofMiss(NamespaceOperation operation) {
        return get(missed, operation);
    }

    private static OperationCosts get(Map<NamespaceOperation, OperationCosts> costs, NamespaceOperation operation) {
        OperationCosts cost = costs.get(operation);
        if (cost == null) {
            throw new IllegalArgumentException("nobody knows what " + operation + " takes");
        }
        return cost;
    }

    private static OperationCosts fromCache(SimulationParameters parameters, NamespaceOperation operation) {
        String key = ParameterKeys.cachedRead(operation);
        return new OperationCosts(
                parameters.count("requests." + operation.row()),
                0,
                false,
                parameters.cpu(ParameterKeys.client(true, operation)),
                parameters.cpu(key + ".instance"),
                CpuCost.NONE,
                CpuCost.NONE,
                parameters.of(key + ".wait"));
    }

    private static OperationCosts inStore(
            SimulationParameters parameters, StoreKind store, boolean cached, NamespaceOperation operation) {
        String key = ParameterKeys.inStore(store, cached, operation);
        double copies = operation.isRead() ? 1 : parameters.of(store.key() + ".write-copies");
        return new OperationCosts(
                parameters.count("requests." + operation.row()),
                parameters.count(ParameterKeys.trips(cached, operation)),
                !operation.isRead(),
                parameters.cpu(ParameterKeys.client(cached, operation)),
                parameters.cpu(key + ".instance"),
                parameters.cpu(key + ".store").times(copies),
                parameters.cpu(key + ".coordinator"),
                parameters.of(key + ".wait"));
    }
}
