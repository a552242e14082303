package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.util.List;

/**
 * A part of a run, with a mix of operations and results of its own.
 *
 * @param name what results call it
 * @param groups the clients in groups, each with a mix of its own; mostly there is one
 * @param nanos how long it lasts
 * @param operationsPerClient how many operations a client performs at most
 */
public record Phase(String name, List<Group> groups, long nanos, long operationsPerClient) {
    /** No bound on the number of operations. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    private static final double ROUNDING = 1e-6;

    public Phase {
        groups = List.copyOf(groups);
        if (nanos <= 0 || operationsPerClient <= 0) {
            throw new IllegalArgumentException("a phase takes some time and has some operations: " + name);
        }
        if (Math.abs(groups.stream().mapToDouble(Group::share).sum() - 1) > ROUNDING) {
            throw new IllegalArgumentException("the shares of the groups of clients must add up to 1: " + groups);
        }
    }

    /** All clients alike. */
    public Phase(String name, Mix mix, long nanos, long operationsPerClient) {
        this(name, List.of(new Group(1, mix)), nanos, operationsPerClient);
    }

    /**
     * Clients that do the same.
     *
     * @param share which part of all clients, from 0 to 1
     */
    public record Group(double share, Mix mix) {}

    /** The operations of a client, by its number among so many. */
    public Mix mix(int client, int clients) {
        double position = (client + 0.5) / clients;
        double upTo = 0;
        for (Group group : groups) {
            upTo += group.share();
            if (position < upTo) {
                return group.mix();
            }
        }
        return groups.get(groups.size() - 1).mix();
    }

    /** Whether some client performs operations of this kind. */
    public boolean has(OperationKind kind) {
        return groups.stream().anyMatch(group -> group.mix().kinds().contains(kind));
    }
}
