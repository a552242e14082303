package io.lambdafs.store.rocks.engine;

/** The row counts that the engine maintains, so that a count needs no scan. The order is stored and never changes. */
public enum Counter {
    INODES,
    BLOCKS,
    REPLICATION_QUEUE
}
