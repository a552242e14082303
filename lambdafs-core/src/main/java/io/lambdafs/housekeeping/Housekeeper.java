package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockPlacement;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.lease.LeaseSweep;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process's share in the file system's housekeeping: in every round it asks for the role, and does the tasks if it
 * has it. Used by one thread.
 *
 * <p>The role is a lease in the store. A process that was frozen and wakes up as its former owner changes nothing:
 * every transaction checks the role and keeps it from changing hands until it ends.
 */
public final class Housekeeper {
    static final String ROLE = "housekeeper";
    private static final int GENERATION_STAMPS_AT_ONCE = 16;
    private static final int INODES_AT_ONCE = 512;

    private final RenewingWriter writer;
    private final String owner;
    private final InstantSource clock;
    private final HousekeepingConfig config;
    private final List<HousekeepingTask> tasks;
    private @Nullable Instant watchedSince;
    private Instant lastAnswer = Instant.MIN;

    /** What came of a round. */
    public enum Standing {
        /** This process has the role and ran the tasks. */
        ON_DUTY,
        /** Another process has the role. */
        STANDING_BY,
        /** The store did not answer. */
        STORE_UNREACHABLE
    }

    /**
     * What came of a round.
     *
     * @param failures the tasks that failed; they are tried again in the next round
     * @param done what the tasks did; what they did nothing of is not in it
     */
    public record Round(Standing standing, List<Failure> failures, Map<HousekeepingCount, Long> done) {
        public Round {
            requireNonNull(standing, "standing");
            failures = List.copyOf(failures);
            done = Map.copyOf(done);
        }
    }

    /** A task that failed. */
    public record Failure(String task, RuntimeException cause) {}

    /**
     * A share in the housekeeping.
     *
     * @param owner names this incarnation of the process; never used twice
     */
    Housekeeper(
            RenewingWriter writer,
            String owner,
            InstantSource clock,
            HousekeepingConfig config,
            List<HousekeepingTask> tasks) {
        this.writer = requireNonNull(writer, "writer");
        this.owner = requireNonNull(owner, "owner");
        this.clock = requireNonNull(clock, "clock");
        this.config = requireNonNull(config, "config");
        this.tasks = List.copyOf(tasks);
    }

    /**
     * What the housekeeping works with.
     *
     * @param random may be used by one thread only
     */
    public record Dependencies(
            MetadataStore store,
            TransactionRunner runner,
            RenewingWriter writer,
            InstantSource clock,
            RandomGenerator random) {
        public Dependencies {
            requireNonNull(store, "store");
            requireNonNull(runner, "runner");
            requireNonNull(writer, "writer");
            requireNonNull(clock, "clock");
            requireNonNull(random, "random");
        }
    }

    /** A share in the housekeeping, all its tasks included; the owner names this incarnation of the process. */
    public static Housekeeper of(HousekeepingConfig config, String owner, Dependencies with) {
        Duration deadAfter = config.liveness().deadAfter();
        IdSource generationStamps =
                IdSource.timed(with.store(), Sequence.GENERATION_STAMP, GENERATION_STAMPS_AT_ONCE, with.clock());
        LeaseRecovery recovery = new LeaseRecovery(generationStamps, config.leases(), deadAfter, with.clock());
        LeaseSweep sweep = new LeaseSweep(with.runner(), with.writer()::id, recovery, config.leases());
        List<HousekeepingTask> tasks = List.of(
                new BlockKeyRotation(config.blockKeys(), new SecureRandom()),
                new DeadDataNodes(config.liveness()),
                new ReplicationCheck(config.replication(), deadAfter, new BlockPlacement(with.random())),
                new PolicySatisfaction(
                        config.replication(), deadAfter, new BlockPlacement(with.random()), with.clock()),
                new ReportedRecoveries(new BlockSynchronization(with.clock(), deadAfter)),
                new ExpiredLeases(sweep),
                new SnapshotCleanup(),
                new DetachedSubtrees(
                        new SubtreeRemoval(with.runner(), INODES_AT_ONCE),
                        with.writer(),
                        with.clock(),
                        config.cleanup().subtreesAfter()),
                new VolumeRemoval(with.store().volumes()),
                new OutcomePurge(config.cleanup().outcomesAfter()));
        return new Housekeeper(with.writer(), owner, with.clock(), config, tasks);
    }

    /** Runs one round; to be called every {@link HousekeepingConfig#interval}. */
    public Round round() {
        boolean mine;
        try {
            mine = writer.write(tx -> tx.roles().acquire(ROLE, owner, config.roleLease()));
        } catch (StoreException e) {
            watchedSince = null;
            return new Round(Standing.STORE_UNREACHABLE, List.of(new Failure("election", e)), Map.of());
        }
        Duty duty = new Duty(writer, owner, answered());
        return mine ? run(duty) : new Round(Standing.STANDING_BY, List.of(), Map.of());
    }

    /* How long the store has answered; a gap between two rounds, as after a freeze of this process, counts as silence. */
    private Duration answered() {
        Instant now = clock.instant();
        Instant since = watchedSince;
        boolean gap = since == null
                || now.isBefore(lastAnswer)
                || Duration.between(lastAnswer, now).compareTo(config.roleLease()) > 0;
        if (gap || since == null) {
            since = now;
        }
        watchedSince = since;
        lastAnswer = now;
        return Duration.between(since, now);
    }

    private Round run(Duty duty) {
        List<Failure> failures = new ArrayList<>();
        for (HousekeepingTask task : tasks) {
            Optional<RuntimeException> failure = attempt(task, duty);
            if (failure.isPresent() && failure.get() instanceof Duty.RoleLostException) {
                return new Round(Standing.STANDING_BY, failures, duty.done());
            }
            failure.ifPresent(cause -> failures.add(new Failure(task.name(), cause)));
        }
        return new Round(Standing.ON_DUTY, failures, duty.done());
    }

    /* Each task is on its own: what one cannot do must not keep the others from being done. */
    private static Optional<RuntimeException> attempt(HousekeepingTask task, Duty duty) {
        try {
            task.run(duty);
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    /** Gives the role up, so that another process need not wait for its lease to run out. Does not throw. */
    public void resign() {
        try {
            writer.write(tx -> {
                tx.roles().release(ROLE, owner);
                return ROLE;
            });
        } catch (StoreException unreachable) {
            // Then the lease runs out.
            watchedSince = null;
        }
    }
}
