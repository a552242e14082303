package io.lambdafs.benchmark.paper;

/**
 * How large a system is.
 *
 * @param poolMillis CPU of all NameNodes together, in thousandths of a core
 * @param instanceMillis CPU of a function instance, likewise; servers divide the whole pool among themselves
 * @param deployments functions, or NameNodes of a system with a fixed number
 * @param maxInstances instances of a function at most; 0 for as many as the pool has room for
 */
record Setup(int poolMillis, int instanceMillis, int deployments, int maxInstances) {
    private static final int POOL_MILLIS_OF_A_CORE = 600;

    /** Four fill the pool. Smaller ones, of which a function has two, spend it on telling each other of writes. */
    private static final int INSTANCE_MILLIS = 300;

    private static final int DEPLOYMENTS = 4;
    private static final int LEAST_MILLIS = 50;

    /** A pool of 0.6 of the machine's cores; the rest is for the store, the platform and the callers. */
    static Setup ofThisMachine() {
        return new Setup(
                Runtime.getRuntime().availableProcessors() * POOL_MILLIS_OF_A_CORE, INSTANCE_MILLIS, DEPLOYMENTS, 0);
    }

    /** The same with another pool. */
    Setup withPool(int millis) {
        return new Setup(Math.max(LEAST_MILLIS, millis), instanceMillis, deployments, maxInstances);
    }

    /** The same with instances of this CPU. */
    Setup withInstances(int millis) {
        return new Setup(poolMillis, millis, deployments, maxInstances);
    }

    /** The same with so many functions, and at most so many instances of each. */
    Setup with(int functions, int most) {
        return new Setup(poolMillis, instanceMillis, functions, most);
    }

    /** CPU of one of the NameNodes of a system that has a fixed number of them. */
    int serverMillis(int servers) {
        return Math.max(LEAST_MILLIS, poolMillis / servers);
    }

    /** How many instances of each function the pool has room for. */
    int instancesOfFunction() {
        return Math.max(1, poolMillis / instanceMillis / deployments);
    }
}
