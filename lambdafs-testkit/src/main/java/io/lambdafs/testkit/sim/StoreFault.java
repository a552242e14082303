package io.lambdafs.testkit.sim;

/** What goes wrong with one call to the store. */
public enum StoreFault {
    NONE,
    /** The store gives the transaction up, as after a deadlock. */
    CONFLICT,
    /** The connection breaks before the store has the call. */
    UNAVAILABLE,
    /** The connection breaks after the store has done it. */
    UNANSWERED,
    /** The connection breaks while the store has the call, and it does it some time later. */
    LATE
}
