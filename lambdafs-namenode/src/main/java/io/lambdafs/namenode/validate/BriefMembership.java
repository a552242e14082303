package io.lambdafs.namenode.validate;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.coherence.Incarnations;

/**
 * When an instance that validates is a member: from the first write of some requests until none of them is under way any more.
 * So an instance that is frozen between two calls is none, and nobody waits for it. Thread-safe.
 */
public final class BriefMembership {
    private final Incarnations incarnations;
    private final Object lock = new Object();
    private int requests;
    private boolean joined;

    public BriefMembership(Incarnations incarnations) {
        this.incarnations = requireNonNull(incarnations, "incarnations");
    }

    /** A request begins; {@link #ended} follows, whatever happens. */
    public void begun() {
        synchronized (lock) {
            requests++;
        }
    }

    /** A request has ended; to be called before its answer leaves. */
    public void ended() {
        synchronized (lock) {
            requests--;
            if (requests == 0 && joined) {
                joined = false;
                incarnations.rest();
            }
        }
    }

    /** A request is going to write: begins to be a member, unless it is one. */
    void join() {
        synchronized (lock) {
            joined = true;
        }
        incarnations.current();
    }
}
