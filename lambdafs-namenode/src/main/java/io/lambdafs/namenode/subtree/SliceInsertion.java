package io.lambdafs.namenode.subtree;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.journal.OverlayNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Inserts the rows of a slice, which nobody can reach before the tree is attached. */
public final class SliceInsertion {
    private final DataNodeView dataNodes;

    public SliceInsertion(DataNodeView dataNodes) {
        this.dataNodes = dataNodes;
    }

    /**
     * Inserts them.
     *
     * @param tx holds the decoupling SHARED at least
     */
    public void insert(Transaction tx, MergeTree tree, int slice) {
        insert(tx, tree, tree.slice(slice));
    }

    /** Inserts these inodes of the tree. */
    void insert(Transaction tx, MergeTree tree, List<OverlayNode> nodes) {
        Decoupling decoupling = tree.decoupling();
        Map<INodeId, INode> before = new HashMap<>();
        NewInodes rows = new NewInodes(tree, id -> before.computeIfAbsent(id, missing -> existing(tx, missing)));
        for (OverlayNode node : nodes) {
            tx.inodes().insert(rows.row(node));
        }
        new TakenBlocks(tx, decoupling, dataNodes)
                .give(nodes.stream().filter(node -> !node.blocks().isEmpty()).toList());
    }

    private static INode existing(Transaction tx, INodeId id) {
        return tx.inodes().get(id).orElseThrow(() -> MissingDirectory.refusal(id));
    }
}
