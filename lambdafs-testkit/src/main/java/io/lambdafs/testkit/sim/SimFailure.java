package io.lambdafs.testkit.sim;

/** Something that a simulation shows to be wrong: a broken invariant, or that nothing goes on. */
public final class SimFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SimFailure(String message) {
        super(message);
    }

    SimFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
