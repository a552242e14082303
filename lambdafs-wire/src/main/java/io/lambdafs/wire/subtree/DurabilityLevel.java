package io.lambdafs.wire.subtree;

/** What a client's work in a subtree survives before it is merged, the weakest first. */
public enum DurabilityLevel {
    /** It is lost with the client. */
    NONE,
    /** It can be had again when the client's host is there again. */
    LOCAL,
    /** It can be had again from anywhere. */
    GLOBAL
}
