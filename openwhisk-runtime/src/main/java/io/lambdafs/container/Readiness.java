package io.lambdafs.container;

import static java.util.Objects.requireNonNull;

/**
 * Whether a function can serve invocations.
 *
 * @param reason a sentence for people; empty if it can
 */
public record Readiness(State state, String reason) {
    /** It can. */
    public static final Readiness READY = new Readiness(State.READY, "");

    /** What is to be expected of an instance. */
    public enum State {
        /** It serves. */
        READY,
        /** Time may help: it starts, or what it depends on does. */
        STARTING,
        /** Time does not help. It answers invocations with the reason. */
        REFUSING
    }

    public Readiness {
        requireNonNull(state, "state");
        requireNonNull(reason, "reason");
    }

    /** Not yet. */
    public static Readiness starting(String reason) {
        return new Readiness(State.STARTING, reason);
    }

    /** Not with these settings. */
    public static Readiness refusing(String reason) {
        return new Readiness(State.REFUSING, reason);
    }
}
