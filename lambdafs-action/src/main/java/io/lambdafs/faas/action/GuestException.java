package io.lambdafs.faas.action;

import java.io.IOException;

/** A user's function cannot be started, or has given no answer. The message is for the user. */
final class GuestException extends IOException {
    private static final long serialVersionUID = 1L;

    GuestException(String message) {
        super(message);
    }

    /** That of a call which takes longer than it may. */
    static GuestException late() {
        return new GuestException("The action exceeded its time limit; nothing was stored.");
    }
}
