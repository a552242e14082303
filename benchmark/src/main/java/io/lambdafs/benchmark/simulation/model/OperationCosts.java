package io.lambdafs.benchmark.simulation.model;

import io.lambdafs.benchmark.simulation.parameters.CpuCost;

/**
 * What an operation takes.
 *
 * @param requests round trips between client and NameNode
 * @param trips round trips between NameNode and store, of all requests
 * @param write whether each request's last trip is a commit
 * @param client CPU time of the client
 * @param instance CPU time of the NameNode
 * @param store CPU time of the store
 * @param coordinator CPU time of the coordinator that no round has
 * @param waitMicros what it takes beside CPU time, syncs and networks: processes that have to be woken
 */
record OperationCosts(
        int requests,
        int trips,
        boolean write,
        CpuCost client,
        CpuCost instance,
        CpuCost store,
        CpuCost coordinator,
        double waitMicros) {
    /** What of the waiting is before each arrival at a process. */
    double waitPerHop() {
        return waitMicros / (requests + trips);
    }

    /** The part of the NameNode's time between two waits. */
    double instanceShare() {
        return 1.0 / (requests + trips);
    }
}
