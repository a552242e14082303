package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.store.Transaction;
import java.util.List;

/**
 * Orders to DataNodes to delete replicas.
 *
 * <p>The row of a replica stays until its DataNode says that the replica is gone. A whole one is marked as DELETING, so
 * that it does not count any more. Without the mark, a full report that was drawn up before the deletion would make the
 * replica count again. A process that chose a surplus replica then could delete another one, and too few would be left.
 */
public final class ReplicaDeletion {
    private final Transaction tx;

    /** Orders that are given when the transaction commits. */
    public ReplicaDeletion(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** Orders that these go; an order that was given before is given again. */
    public void order(List<Replica> replicas) {
        for (Replica replica : replicas) {
            Block version = new Block(replica.block(), replica.generationStamp(), replica.length());
            tx.work().send(replica.storage(), List.of(new DataNodeCommand.Invalidate(version)));
        }
        List<Replica> marked = replicas.stream()
                .filter(replica -> replica.state() == ReplicaState.FINALIZED)
                .map(replica -> replica.withState(ReplicaState.DELETING))
                .toList();
        if (!marked.isEmpty()) {
            tx.replicas().put(marked);
        }
    }
}
