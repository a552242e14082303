package io.lambdafs.coherence.walk;

/** What must not happen has happened. */
final class WalkFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WalkFailure(String what) {
        super(what);
    }
}
