package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.store.Pause;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.time.Duration;
import java.util.List;

/**
 * A short wait for the report of a replica: a client asks to complete a file at the moment when the DataNodes report its
 * last block, and one that is told to ask again sleeps for 400 ms. Whoever waits holds no lock and no connection to the store.
 *
 * @param step the time between two looks
 * @param looks the most looks
 */
record ReplicaWait(TransactionRunner transactions, Pause pause, Duration step, int looks) {
    /** Returns when a good replica of the block is known, or after the last look. */
    void await(Block block) {
        for (int look = 1; look < looks && !transactions.read(tx -> isKnown(tx, block)); look++) {
            pause.pause(step);
        }
    }

    private static boolean isKnown(Transaction tx, Block block) {
        return tx.replicas().ofBlocks(List.of(block.id())).stream().anyMatch(replica -> replica.isGoodFor(block));
    }
}
