package io.lambdafs.container;

import java.time.Duration;

/**
 * What a platform calls a function by: one adapter for each protocol that platforms speak to containers. It turns their messages into
 * calls of a {@link FunctionHandler}. Thread-safe.
 */
public interface FunctionServer extends AutoCloseable {
    /** Takes no further invocations, and waits for those under way, for at most so long. */
    void drain(Duration grace);

    /** Stops listening; invocations that are still under way get no answer. */
    @Override
    void close();
}
