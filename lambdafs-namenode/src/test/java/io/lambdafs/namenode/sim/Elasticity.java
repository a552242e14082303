package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.sim.SimScenario.Flaw;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What is elastic in one simulation. It decides whether clients send stragglers to a second instance and share
 * connections, and whether instances begin as stem cells. It also decides how often an instance joins because of load
 * while a round is under way. It draws from random generators of its own, so a seed with none of it runs as if there
 * were none.
 */
final class Elasticity {
    private static final long REPETITIONS = 0x9E3779B97F4A7C15L;
    private static final long SCALING = 0xC2B2AE3D27D4EB4FL;

    /** Of so many seeds, one has stragglers that are sent again, one neighbours, one stem cells and one joins during rounds. */
    private static final int KINDS = 6;

    private static final int MITIGATES = 5;
    private static final int SHARES = 1;
    private static final int HAS_STEM_CELLS = 2;
    private static final int SCALES_OUT = 3;

    private static final int REQUESTS_TO_ONE_REPEATED = 3;
    private static final int REQUESTS_TO_ONE_FORWARDED = 2;
    private static final long LONGEST_LIMIT_MILLIS = 30;
    private static final double JOIN_IN_ROUND = 0.25;

    /** More joins only take time. */
    private static final int MAX_JOINS = 8;

    private final RandomGenerator repetitions;
    private final RandomGenerator scaling;
    private final boolean mitigates;
    private final boolean shares;
    private final boolean stemCells;
    private final double joinsInRounds;
    private int asked;
    private int joined;
    private int grown;
    private int forwarded;
    private int linesEnded;

    Elasticity(SimScenario scenario, Faults mix, long seed) {
        repetitions = new SplittableRandom(seed ^ REPETITIONS);
        scaling = new SplittableRandom(seed ^ SCALING);
        mitigates = scenario.flaws().contains(Flaw.FIRST_OF_TWO_BELIEVED)
                || Math.floorMod(Long.hashCode(seed * REPETITIONS), KINDS) == MITIGATES;
        int kind = Math.floorMod(Long.hashCode(seed * SCALING), KINDS);
        shares = scenario.flaws().contains(Flaw.LOST_LINE_TAKEN_FOR_UNSENT) || kind == SHARES;
        stemCells = scenario.flaws().contains(Flaw.REHEARSAL_REMEMBERED) || kind == HAS_STEM_CELLS;
        joinsInRounds = Math.max(mix.joinInRound(), kind == SCALES_OUT ? JOIN_IN_ROUND : 0);
    }

    /** After how long a request is sent to another instance as well; none for no request. */
    Optional<Duration> stragglerLimit() {
        return mitigates && repetitions.nextInt(REQUESTS_TO_ONE_REPEATED) == 0
                ? Optional.of(Duration.ofMillis(repetitions.nextLong(1, LONGEST_LIMIT_MILLIS)))
                : Optional.empty();
    }

    /** One of these, for what is sent again. */
    <T> T pick(List<T> candidates) {
        return candidates.get(repetitions.nextInt(candidates.size()));
    }

    /** Whether the platform keeps processes that have opened the store and are no function yet. */
    boolean hasStemCells() {
        return stemCells;
    }

    /** Whether the next submission goes by way of another client. */
    boolean isForwarded() {
        boolean one = shares && scaling.nextInt(REQUESTS_TO_ONE_FORWARDED) == 0;
        forwarded += one ? 1 : 0;
        return one;
    }

    /** Of which deployment an instance begins because of load, now that these are asked by a round; mostly of none. */
    Optional<Integer> growing(Collection<Integer> deployments) {
        if (deployments.isEmpty()
                || asked == MAX_JOINS
                || joinsInRounds == 0
                || scaling.nextDouble() >= joinsInRounds) {
            return Optional.empty();
        }
        asked++;
        return deployments.stream()
                .sorted()
                .skip(scaling.nextInt(deployments.size()))
                .findFirst();
    }

    /** Some chance for what has to do with it. */
    RandomGenerator chance() {
        return scaling;
    }

    /** A member was registered while rounds of others waited for their acknowledgements. */
    void joinedInRound() {
        joined++;
    }

    /** A stem cell has become a function instance. */
    void stemCellGrew() {
        grown++;
    }

    /** A client was told that the process that had its request is gone. */
    void lineEnded() {
        linesEnded++;
    }

    Figures figures() {
        return new Figures(joined, grown, forwarded, linesEnded);
    }

    /**
     * How often it happened.
     *
     * @param joinsInRounds members that were registered while rounds of others were under way
     * @param stemCells that became function instances
     * @param forwarded submissions that went by way of another client
     * @param linesEnded submissions whose forwarding client died before it had passed on the answer
     */
    record Figures(long joinsInRounds, long stemCells, long forwarded, long linesEnded) {
        static final Figures NONE = new Figures(0, 0, 0, 0);

        Figures plus(Figures other) {
            return new Figures(
                    joinsInRounds + other.joinsInRounds,
                    stemCells + other.stemCells,
                    forwarded + other.forwarded,
                    linesEnded + other.linesEnded);
        }
    }
}
