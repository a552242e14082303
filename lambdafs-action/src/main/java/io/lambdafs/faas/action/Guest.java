package io.lambdafs.faas.action;

import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonObject;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A user's function, in whatever language. It knows nothing of transactions: it is started and called within one, and called again when
 * that one has lost. One call after the other.
 */
interface Guest extends AutoCloseable {
    /** Starts it, or starts it anew. Its code may already use files. */
    void start() throws IOException, InterruptedException;

    /**
     * Calls it once.
     *
     * @return what it answered; an object with a field {@code error} if it failed
     * @throws GuestException if it gave no answer
     */
    JsonObject call(Invocation invocation) throws IOException, InterruptedException;

    /** Forgets what it has printed. */
    void discardOutput() throws IOException;

    /** Passes on what it has printed. */
    void printTo(OutputStream out) throws IOException;

    @Override
    void close() throws IOException;
}
