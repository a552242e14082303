package io.lambdafs.wire.subtree;

/** When others see what a client does in a subtree, the weakest first. */
public enum ConsistencyLevel {
    /** Never by itself: a merge is asked for. */
    INVISIBLE,
    /** At some time after it was done. */
    WEAK,
    /** When it has been answered. */
    STRONG
}
