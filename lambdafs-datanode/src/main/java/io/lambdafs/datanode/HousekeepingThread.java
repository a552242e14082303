package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.Housekeeper.Round;
import io.lambdafs.housekeeping.Housekeeper.Standing;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread in which a process does its share in the housekeeping, round after round. */
final class HousekeepingThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HousekeepingThread.class);
    private static final Duration GOODBYE = Duration.ofSeconds(3);

    private final Housekeeper housekeeper;
    private final Consumer<Round> rounds;
    private final ScheduledExecutorService executor;
    private Standing standing = Standing.STANDING_BY;
    private Set<String> failing = Set.of();

    private HousekeepingThread(Housekeeper housekeeper, Consumer<Round> rounds) {
        this.housekeeper = requireNonNull(housekeeper, "housekeeper");
        this.rounds = requireNonNull(rounds, "rounds");
        executor = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "housekeeping");
            thread.setDaemon(true);
            return thread;
        });
    }

    // A round lets no exception out, so there is nothing to hear from its future.
    @SuppressWarnings("FutureReturnValueIgnored")
    static HousekeepingThread start(Housekeeper housekeeper, Consumer<Round> rounds, Duration interval) {
        HousekeepingThread thread = new HousekeepingThread(housekeeper, rounds);
        thread.executor.scheduleWithFixedDelay(thread::round, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        return thread;
    }

    /* The root of this thread: a round that fails must not be the last. */
    private void round() {
        try {
            Round round = housekeeper.round();
            rounds.accept(round);
            note(round);
        } catch (RuntimeException e) {
            LOG.atError()
                    .setMessage("a round of housekeeping failed")
                    .setCause(e)
                    .log();
        }
    }

    private void note(Round round) {
        if (round.standing() != standing) {
            standing = round.standing();
            LOG.atInfo().setMessage("housekeeping: {}").addArgument(standing).log();
        }
        Set<String> failed = new HashSet<>();
        for (Housekeeper.Failure failure : round.failures()) {
            failed.add(failure.task());
            if (!failing.contains(failure.task())) {
                LOG.atWarn()
                        .setMessage("housekeeping of {} fails and will be tried again")
                        .addArgument(failure.task())
                        .setCause(failure.cause())
                        .log();
            }
        }
        failing = failed;
    }

    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(GOODBYE.toMillis(), TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        housekeeper.resign();
    }
}
