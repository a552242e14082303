package io.lambdafs.openwhisk.platform.pool;

/** What carries out the decisions of a {@link ContainerPool}. None of these calls may block or call the pool. */
interface PoolActuator {
    /** Start an instance and run the call on it when it is initialised. */
    void create(long instance, Action action, String call);

    /** Run the call on the instance, once it is initialised; continue its process first if it was paused. */
    void run(long instance, String call, boolean resume);

    /** Stop the idle process of the instance. */
    void pause(long instance);

    /** End the process of the instance, which has no calls any more. */
    void destroy(long instance);

    /** Refuse the call: there is neither memory nor a place to wait. */
    void reject(String call);
}
