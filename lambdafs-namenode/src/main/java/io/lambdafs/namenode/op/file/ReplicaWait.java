package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.store.Pause;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * A short wait for the report of a replica. A client asks to complete a file at the moment when the DataNodes report
 * its last block, and a client that has to ask again sleeps for 400 ms first. The waiting thread holds no lock and no
 * connection to the store.
 *
 * @param step the time between two looks
 * @param looks the most looks; there are fewer where the store is slow, for no look begins after as many steps
 */
record ReplicaWait(TransactionRunner transactions, Pause pause, InstantSource clock, Duration step, int looks) {
    /** Returns when a good replica of the block is known, when it took too long, or when the store does not say. */
    void await(Block block) {
        Instant end = clock.instant().plus(step.multipliedBy(looks));
        try {
            for (int look = 1;
                    look < looks && clock.instant().isBefore(end) && !transactions.read(tx -> isKnown(tx, block));
                    look++) {
                pause.pause(step);
            }
        } catch (StoreException unknown) {
            // Whether the file can be completed is decided without having waited.
            return;
        }
    }

    private static boolean isKnown(Transaction tx, Block block) {
        return tx.replicas().ofBlocks(List.of(block.id())).stream().anyMatch(replica -> replica.isGoodFor(block));
    }
}
