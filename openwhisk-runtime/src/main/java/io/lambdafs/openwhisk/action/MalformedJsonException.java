package io.lambdafs.openwhisk.action;

/** Says that a message is not the JSON object that it should be. */
public final class MalformedJsonException extends Exception {
    MalformedJsonException(String message) {
        super(message);
    }
}
