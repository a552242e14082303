package io.lambdafs.coordinate;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of a registration, whatever it is made of: it lives until it is lost or closed, and each of these is final.
 * Thread-safe; actions run outside of its lock, on the thread that brings them about.
 */
public final class RegistrationLife {
    private enum State {
        ALIVE,
        LOST,
        CLOSED
    }

    private final List<Runnable> lossActions = new ArrayList<>();
    private State state = State.ALIVE;

    /** Whether it is neither lost nor closed. */
    public synchronized boolean isAlive() {
        return state == State.ALIVE;
    }

    /** Has this done once it is lost; at once if it is. */
    public void onLoss(Runnable action) {
        requireNonNull(action, "action");
        synchronized (this) {
            if (state != State.LOST) {
                lossActions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Ends it on purpose; tells whether it was alive, which only one caller is told. */
    public synchronized boolean close() {
        boolean wasAlive = state == State.ALIVE;
        if (wasAlive) {
            state = State.CLOSED;
        }
        return wasAlive;
    }

    /** It is gone against its owner's will: runs what is to be done then, unless it has ended before. */
    public void lost() {
        List<Runnable> actions;
        synchronized (this) {
            if (state != State.ALIVE) {
                return;
            }
            state = State.LOST;
            actions = List.copyOf(lossActions);
            lossActions.clear();
        }
        actions.forEach(Runnable::run);
    }
}
