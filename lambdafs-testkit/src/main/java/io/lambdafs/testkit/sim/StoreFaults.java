package io.lambdafs.testkit.sim;

/** Decides what goes wrong with the store. */
@FunctionalInterface
public interface StoreFaults {
    /**
     * What goes wrong with this call.
     *
     * @param call the method's name; {@code UNANSWERED} and {@code LATE} are for {@code commit} only
     */
    StoreFault next(SimProcess process, String call);

    /** A transaction is about to be committed, and something may happen to its process at this moment. */
    default void beforeCommit(SimProcess process) {}

    /** Whether the store forgets what requests came to, so that one that comes again is carried out again. */
    default boolean forgetsOutcomes() {
        return false;
    }

    /** Whether a process takes its own wall clock for the store's clock, as if all clocks showed the same. */
    default boolean trustsWallClocks() {
        return false;
    }

    /** Whether the store takes every number of deployments for the right one. */
    default boolean forgetsDeployments() {
        return false;
    }

    /** Nothing ever. */
    static StoreFaults none() {
        return (process, call) -> StoreFault.NONE;
    }
}
