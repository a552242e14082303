package io.lambdafs.openwhisk.action;

import io.lambdafs.container.http.HttpReply;
import org.jspecify.annotations.Nullable;

/** The life of an instance, one way only: new, initialising, ready (or failed), closing. */
final class ActionLifecycle {
    private enum State {
        NEW,
        INITIALIZING,
        READY,
        FAILED,
        CLOSING
    }

    private volatile State state = State.NEW;

    /** Why an initialisation is refused, or null if the caller is the one to do it. */
    synchronized @Nullable HttpReply beginInit() {
        if (state == State.NEW) {
            state = State.INITIALIZING;
            return null;
        }
        return state == State.CLOSING
                ? closing()
                : HttpReply.error(403, "Cannot initialize the action more than once.");
    }

    synchronized void endInit(boolean succeeded) {
        if (state == State.INITIALIZING) {
            state = succeeded ? State.READY : State.FAILED;
        }
    }

    /** Why a run is refused, or null if it may begin. */
    @Nullable
    HttpReply refuseRun() {
        return switch (state) {
            case READY -> null;
            case CLOSING -> closing();
            case NEW, INITIALIZING, FAILED -> HttpReply.error(502, "Cannot invoke an uninitialized action.");
        };
    }

    synchronized void close() {
        state = State.CLOSING;
    }

    private static HttpReply closing() {
        // OpenWhisk sends the activation to another container when it hears 503.
        return HttpReply.error(503, "The instance is shutting down.");
    }
}
