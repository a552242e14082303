package io.lambdafs.faas.action;

import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A user's function, in whatever language. It knows nothing of transactions: it is started and called within one, and called again when
 * that one has lost. One call after the other.
 */
interface Guest extends AutoCloseable {
    /**
     * Starts it, or starts it anew. Its code may already use files.
     *
     * @param most how long it may take, as far as it can be stopped
     * @throws GuestException if it takes longer
     */
    void start(Duration most) throws IOException, InterruptedException;

    /**
     * Calls it once.
     *
     * @param most how long it may take, as far as it can be stopped
     * @return what it answered; an object with a field {@code error} if it failed
     * @throws GuestException if it gave no answer in time
     */
    JsonObject call(Invocation invocation, Duration most) throws IOException, InterruptedException;

    /** Forgets what it has printed. */
    void discardOutput() throws IOException;

    /** Passes on what it has printed. */
    void printTo(OutputStream out) throws IOException;

    @Override
    void close() throws IOException;
}
