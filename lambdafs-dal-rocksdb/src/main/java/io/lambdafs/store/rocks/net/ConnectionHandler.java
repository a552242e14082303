package io.lambdafs.store.rocks.net;

import java.nio.ByteBuffer;

/**
 * What a program does with the requests of one connection.
 *
 * <p>All methods are called by the server's one thread, one after the other, and must not block: while one runs, no other
 * connection is served. If a method throws, the connection is closed and the reason is logged; others go on.
 */
public interface ConnectionHandler {
    /**
     * A request that expects an answer.
     *
     * @param payload the request's bytes, from position to limit; only valid during this call
     * @param answer to be called once, by any thread, now or later
     */
    void request(ByteBuffer payload, AnswerTo answer);

    /**
     * A request that expects no answer.
     *
     * @param payload as for {@link #request}
     */
    void told(ByteBuffer payload);

    /** All requests that had arrived together have been passed on; the next ones may take a while. */
    default void gathered() {}

    /** The connection is gone, for whatever reason. Called exactly once, and nothing afterwards. Answers are dropped from now. */
    void closed();

    /** Makes the handler of a connection whose client has proved that it knows the secret. */
    @FunctionalInterface
    interface Factory {
        /**
         * A client has connected.
         *
         * @param connection a number that this server gives no other connection
         * @param role what the client may do
         */
        ConnectionHandler connected(long connection, ClientRole role);
    }
}
