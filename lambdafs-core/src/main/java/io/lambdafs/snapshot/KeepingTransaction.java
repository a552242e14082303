package io.lambdafs.snapshot;

import io.lambdafs.fs.INode;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import java.util.List;

/**
 * A writing transaction that keeps what snapshots show. Before a row that a snapshot shows is changed or removed, its
 * version is kept, and what would be deleted of it goes to the attic. Where there are no snapshots it costs no round
 * trip.
 */
public final class KeepingTransaction extends ForwardingTransaction {
    private final KeptRows rows;
    private final KeepingINodes inodes;
    private final KeepingBlocks blocks;
    private final KeepingDetails details;

    /** Keeps what this transaction changes. */
    public KeepingTransaction(Transaction tx) {
        super(tx);
        this.rows = new KeptRows(tx);
        this.inodes = new KeepingINodes(tx.inodes(), rows);
        this.blocks = new KeepingBlocks(tx.blocks(), rows);
        this.details = new KeepingDetails(tx.details(), rows);
    }

    @Override
    public void leadingTo(List<INode> chain) {
        rows.leadingTo(chain);
    }

    @Override
    public boolean isInSnapshot(INode inode) {
        return rows.isInSnapshot(inode);
    }

    @Override
    public INodeTable inodes() {
        return inodes;
    }

    @Override
    public BlockTable blocks() {
        return blocks;
    }

    @Override
    public DetailTable details() {
        return details;
    }
}
