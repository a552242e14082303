package io.lambdafs.store.rocks.net;

/**
 * Where the answer to one request goes. Exactly one call of one of the methods, by any thread; a second one is a fault of the
 * caller and throws {@link IllegalStateException}. An answer to a connection that is gone is dropped.
 *
 * <p>An answer that is longer than a frame is not sent. The client gets {@link EngineCallException.Fate#UNANSWERABLE} instead.
 */
public interface AnswerTo {
    /** Sends the answer, together with whatever else waits to be sent on its connection. */
    void send(byte[] answer);

    /**
     * Keeps the answer until {@link EngineServer#flush} is called, which the caller is to do soon. A thread that answers many
     * requests in a row makes one call to the kernel for each connection in this way, and not one for each answer.
     */
    void sendLater(byte[] answer);
}
