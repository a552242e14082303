package io.lambdafs.client.tcp;

/** There is no connection, or it was closed before the answer came. */
public final class ConnectionLostException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With what was lost, in a sentence. */
    public ConnectionLostException(String message) {
        super(message);
    }
}
