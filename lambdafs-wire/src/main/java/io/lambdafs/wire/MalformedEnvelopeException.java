package io.lambdafs.wire;

/** Bytes that are not what they were sent as; the message says which rule they break. */
public final class MalformedEnvelopeException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedEnvelopeException(String message) {
        super(message);
    }
}
