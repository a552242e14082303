package io.lambdafs.client;

/** Time, chance and the user's log, as the client meets them; a test brings its own. */
interface ClientEnvironment {
    /** A monotonic clock. */
    long nanoTime();

    /** A number in [0, 1). */
    double random();

    void sleepMillis(long millis) throws InterruptedException;

    /** Tells the user of a change in how the client works, which needs no attention. Seldom called. */
    void inform(String message);

    /** Tells the user of something that needs attention. Not for what happens with every call. */
    void warn(String message);
}
