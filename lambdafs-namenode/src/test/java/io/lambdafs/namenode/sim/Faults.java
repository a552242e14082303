package io.lambdafs.namenode.sim;

import java.util.random.RandomGenerator;

/**
 * How much goes wrong in one simulation. Rates of happenings are per second of virtual time, chances are per call.
 *
 * @param kill of instances, at any point
 * @param freeze of instances, for up to several session time-outs
 * @param disconnect of instances from the coordinator, also for longer than a session lives
 * @param restart of the coordinator
 * @param join of new instances
 * @param leave chance that the instances leave when the platform does not call them
 * @param clock jumps of wall clocks
 * @param freezeAtCommit chance that an instance is frozen when it is about to commit, for about a session time-out
 * @param loseMessage chance that a request or an answer is lost, and that a message arrives twice
 * @param store chance that a call to the store fails
 * @param slow chance that anything takes up to seconds
 * @param joinInRound chance that a new instance begins when a round begins to wait; where it is none, some seeds have it all the same
 */
record Faults(
        double kill,
        double freeze,
        double disconnect,
        double restart,
        double join,
        double leave,
        double clock,
        double freezeAtCommit,
        double loseMessage,
        double store,
        double slow,
        double joinInRound) {
    /** Instances come and go all the time. */
    static final Faults COMING_AND_GOING = new Faults(6, 0, 3, 0, 15, 0.5, 0, 0, 0, 0, 0.01, 0);

    /** A new instance begins with most rounds, and others leave or die. */
    static final Faults SCALING_OUT = new Faults(1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.01, 0.6);

    /** Instances are frozen in the middle of writes. */
    static final Faults FROZEN_WRITERS = new Faults(0, 1, 0, 0, 3, 0, 0, 0.2, 0, 0, 0.005, 0);

    /** Instances are frozen in the middle of writes, and those that saw them depart go as well before they fenced them. */
    static final Faults DEPARTED_WITNESSES = new Faults(1, 1, 0, 0, 3, 0.5, 0, 0.2, 0, 0.01, 0.005, 0);

    /** Nobody knows what became of commits. */
    static final Faults DOUBTFUL_COMMITS = new Faults(0, 0, 0, 0, 2, 0, 0, 0, 0, 0.05, 0.005, 0);

    /** Each kind is left out in half of the simulations, so that what one kind brings to light no other one hides. */
    static Faults random(RandomGenerator random) {
        return new Faults(
                some(random, 2),
                some(random, 3),
                some(random, 3),
                some(random, 1),
                some(random, 3),
                0.5,
                some(random, 1),
                some(random, 0.05),
                some(random, 0.05),
                some(random, 0.02),
                some(random, 0.02),
                0);
    }

    /** A mix by its name on the command line. */
    static Faults named(String name) {
        return switch (name) {
            case "coming-and-going" -> COMING_AND_GOING;
            case "scaling-out" -> SCALING_OUT;
            case "frozen-writers" -> FROZEN_WRITERS;
            case "departed-witnesses" -> DEPARTED_WITNESSES;
            case "doubtful-commits" -> DOUBTFUL_COMMITS;
            default -> throw new IllegalArgumentException("no mix of faults is called " + name);
        };
    }

    private static double some(RandomGenerator random, double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }
}
