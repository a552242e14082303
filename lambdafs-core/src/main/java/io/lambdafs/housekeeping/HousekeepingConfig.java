package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.wire.RequestLife;
import java.time.Duration;

/**
 * How often and after what time the housekeeping acts.
 *
 * @param interval between two rounds
 * @param roleLease how long the role lasts without renewal: so long nobody does the housekeeping when its owner dies
 * @param liveness when DataNodes count as dead
 * @param replication how lost replicas are replaced
 * @param leases when writers count as gone
 * @param cleanup when leftovers are removed
 * @param blockKeys how the keys of block tokens are made and rotated
 */
public record HousekeepingConfig(
        Duration interval,
        Duration roleLease,
        Liveness liveness,
        Replication replication,
        LeaseLimits leases,
        Cleanup cleanup,
        BlockKeyConfig blockKeys) {
    public HousekeepingConfig {
        requirePositive(interval, "the interval");
        requirePositive(roleLease, "the role's lease");
        requireNonNull(liveness, "liveness");
        requireNonNull(replication, "replication");
        requireNonNull(leases, "leases");
        requireNonNull(cleanup, "cleanup");
        requireNonNull(blockKeys, "blockKeys");
        if (roleLease.compareTo(interval.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException(
                    "the role's lease " + roleLease + " is shorter than two intervals of " + interval);
        }
    }

    /** Of a cluster that is not in secure mode. */
    public HousekeepingConfig(
            Duration interval,
            Duration roleLease,
            Liveness liveness,
            Replication replication,
            LeaseLimits leases,
            Cleanup cleanup) {
        this(interval, roleLease, liveness, replication, leases, cleanup, BlockKeyConfig.off());
    }

    public static HousekeepingConfig defaults() {
        return new HousekeepingConfig(
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Liveness.defaults(),
                Replication.defaults(),
                LeaseLimits.defaults(),
                Cleanup.defaults());
    }

    public HousekeepingConfig withLiveness(Liveness changed) {
        return new HousekeepingConfig(interval, roleLease, changed, replication, leases, cleanup, blockKeys);
    }

    public HousekeepingConfig withReplication(Replication changed) {
        return new HousekeepingConfig(interval, roleLease, liveness, changed, leases, cleanup, blockKeys);
    }

    public HousekeepingConfig withBlockKeys(BlockKeyConfig changed) {
        return new HousekeepingConfig(interval, roleLease, liveness, replication, leases, cleanup, changed);
    }

    /**
     * When DataNodes count as dead.
     *
     * @param deadAfter after this silence, the replicas count as lost
     * @param forgetAfter after this silence, the DataNode is not listed any more
     */
    public record Liveness(Duration deadAfter, Duration forgetAfter) {
        public Liveness {
            requirePositive(deadAfter, "the time after which a DataNode is dead");
            if (forgetAfter.compareTo(deadAfter) < 0) {
                throw new IllegalArgumentException(
                        "a DataNode is forgotten after " + forgetAfter + ", before it is dead after " + deadAfter);
            }
        }

        public static Liveness defaults() {
            return after(Duration.ofSeconds(30));
        }

        /** Dead after so long, and forgotten after a day. */
        public static Liveness after(Duration deadAfter) {
            Duration day = Duration.ofDays(1);
            return new Liveness(deadAfter, deadAfter.compareTo(day) > 0 ? deadAfter : day);
        }
    }

    /**
     * How lost replicas are replaced.
     *
     * @param retryAfter a command that was not carried out by then is given again
     * @param blocksPerRound the most blocks looked at in one round
     * @param transfersPerSource the most copies that one DataNode is ordered to make in one round
     */
    public record Replication(Duration retryAfter, int blocksPerRound, int transfersPerSource) {
        public Replication {
            requirePositive(retryAfter, "the time after which a command is given again");
            if (blocksPerRound < 1 || blocksPerRound > 10_000) {
                throw new IllegalArgumentException("blocks per round lie between 1 and 10000: " + blocksPerRound);
            }
            if (transfersPerSource < 1) {
                throw new IllegalArgumentException("at least one transfer per source: " + transfersPerSource);
            }
        }

        public static Replication defaults() {
            return new Replication(Duration.ofSeconds(30), 512, 8);
        }
    }

    /**
     * When leftovers are removed.
     *
     * @param outcomesAfter age at which the outcomes of requests are forgotten. It is longer than any submission of a
     *     request may take until it begins, so that a late submission always finds the outcome of an earlier one.
     * @param subtreesAfter a deleted directory that nobody has emptied by then is emptied here
     */
    public record Cleanup(Duration outcomesAfter, Duration subtreesAfter) {
        /* A request that was born ahead of the store's clock may begin that much later. */
        private static final Duration SHORTEST_OUTCOMES =
                Duration.ofMillis(RequestLife.LONGEST_PATIENCE_MILLIS + RequestLife.MOST_AHEAD_MILLIS);

        public Cleanup {
            if (outcomesAfter.compareTo(SHORTEST_OUTCOMES) <= 0) {
                throw new IllegalArgumentException("outcomes are forgotten after " + outcomesAfter
                        + ", but a request may begin until " + SHORTEST_OUTCOMES + " after its birth");
            }
            requirePositive(subtreesAfter, "the time after which deleted directories are emptied");
        }

        public static Cleanup defaults() {
            return new Cleanup(Duration.ofMinutes(15), Duration.ofSeconds(30));
        }
    }

    private static void requirePositive(Duration duration, String what) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " must be positive: " + duration);
        }
    }
}
