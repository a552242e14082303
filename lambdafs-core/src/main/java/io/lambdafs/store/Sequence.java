package io.lambdafs.store;

/** The sequences that a store hands out numbers of. No number is handed out twice, ever; gaps are allowed. */
public enum Sequence {
    INODE,
    BLOCK,
    GENERATION_STAMP
}
