package io.lambdafs.housekeeping;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many copies each DataNode may still be ordered to make in a round, less what it is busy with. Used by one thread.
 */
final class TransferBudget {
    private final LiveDataNodes live;
    private final int perSource;
    private final Map<DataNodeId, Integer> given;

    /** What is left of so many per source after those that were given before. */
    TransferBudget(LiveDataNodes live, int perSource, Map<DataNodeId, Integer> given) {
        this.live = live;
        this.perSource = perSource;
        this.given = new HashMap<>(given);
    }

    /** Takes one from the DataNode with most left among those that have these replicas; empty if none has any left. */
    Optional<Replica> take(List<Replica> sources) {
        Optional<Replica> source =
                sources.stream().filter(replica -> left(replica) > 0).max(Comparator.comparingInt(this::left));
        source.flatMap(replica -> live.having(replica.storage()))
                .ifPresent(node -> given.merge(node.id(), 1, Integer::sum));
        return source;
    }

    /* At least one each round, however busy a DataNode is with its clients. */
    private int left(Replica replica) {
        return live.having(replica.storage())
                .map(node -> Math.max(1, perSource - node.activeTransfers()) - givenTo(node))
                .orElse(0);
    }

    private int givenTo(DataNodeDescriptor node) {
        return given.getOrDefault(node.id(), 0);
    }

    /** Those given until now. */
    Map<DataNodeId, Integer> given() {
        return Map.copyOf(given);
    }
}
