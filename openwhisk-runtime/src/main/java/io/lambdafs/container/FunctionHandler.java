package io.lambdafs.container;

import java.time.Duration;

/**
 * The code of a function. {@link #init} is called once and returns before the first {@link #run}; {@link #run} is called
 * by as many threads at once as the platform allows invocations in one container. An exception of either may end the
 * container: the caller gets an error and the platform starts another one, so a failure of the request itself is to be
 * returned as {@link FunctionResult#error}, not thrown.
 */
public interface FunctionHandler {
    /** Prepares the instance; what it throws is reported as the reason why the function did not initialise. */
    void init(InitRequest request) throws Exception;

    /**
     * Does what is slow for the first time only: loads classes, opens what stays open. Called before {@link #init} where an instance
     * has time before it is needed. Nobody may be able to tell afterwards whether it was called.
     */
    default void rehearse() throws Exception {}

    /** Whether it can serve, after {@link #init}. Does not wait, and may be asked often. */
    default Readiness readiness() {
        return Readiness.READY;
    }

    /** What it has counted, in Prometheus' text format, version 0.0.4; empty if it counts nothing. Does not wait. */
    default String metrics() {
        return "";
    }

    /**
     * Takes on nothing more that comes by connections of its own, and has its clients there go elsewhere. Returns when what had come
     * that way is answered, and after this time at the latest. Invocations that are under way go on.
     */
    default void retire(Duration bound) {}

    /** Serves one invocation. */
    FunctionResult run(Invocation invocation) throws Exception;
}
