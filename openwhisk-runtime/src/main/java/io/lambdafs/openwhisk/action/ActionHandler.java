package io.lambdafs.openwhisk.action;

/**
 * The code of an action. {@link #init} is called once and returns before the first {@link #run}; {@link #run} is called
 * by as many threads at once as the platform allows activations in one container. An exception of either ends the
 * container: the caller gets an error and OpenWhisk starts another one, so a failure of the request itself is to be
 * returned as {@link ActionResult#error}, not thrown.
 */
public interface ActionHandler {
    /** Prepares the instance; what it throws is reported as the reason why the action did not initialise. */
    void init(InitRequest request) throws Exception;

    /** Serves one activation. */
    ActionResult run(Activation activation) throws Exception;
}
