package io.lambdafs.client;

/** Time and chance, as the client meets them; a test brings its own. */
interface Surroundings {
    /** A monotonic clock. */
    long nanoTime();

    /** The wall clock. */
    long epochMillis();

    /** A number in [0, 1). */
    double random();

    void sleepMillis(long millis) throws InterruptedException;
}
