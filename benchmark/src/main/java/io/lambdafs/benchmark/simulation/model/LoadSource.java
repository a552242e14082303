package io.lambdafs.benchmark.simulation.model;

/** Decides when clients begin their next operation. */
interface LoadSource {
    /** Has clients begin. */
    void start();

    /** A client's operation has ended. */
    void done(SimulatedCall call);

    /** Operations that were to be begun by now. */
    double released();

    /** Those of them that no client has begun. */
    double waiting();
}
