package io.lambdafs.testkit.sim;

/** Unwinds the activity of a process that was killed, or of a simulation that is over. Not to be caught. */
public final class SimKilled extends Error {
    private static final long serialVersionUID = 1L;

    SimKilled() {
        super("the simulated process was killed", null, false, false);
    }
}
