package io.lambdafs.container;

/** Says that a message is not the JSON object that it should be. */
public final class MalformedJsonException extends Exception {
    /** Says what is wrong, as the end of a sentence. */
    public MalformedJsonException(String message) {
        super(message);
    }
}
