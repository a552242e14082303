package io.lambdafs.namenode.sim;

import io.lambdafs.namenode.sim.SimScenario.Flaw;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.StoreFault;
import io.lambdafs.testkit.sim.StoreFaults;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Makes things go wrong until it is stopped, and then whole again. */
final class SimFaultInjector implements StoreFaults {
    private static final Duration STEP = Duration.ofMillis(20);
    private static final double STEPS_PER_SECOND = 50;
    private static final List<StoreFault> CALL_FAULTS = List.of(StoreFault.CONFLICT, StoreFault.UNAVAILABLE);
    private static final List<StoreFault> COMMIT_FAULTS =
            List.of(StoreFault.CONFLICT, StoreFault.UNAVAILABLE, StoreFault.UNANSWERED, StoreFault.LATE);

    private final SimScheduler scheduler;
    private final SimCluster cluster;
    private final Faults faults;
    private final RandomGenerator random;
    private final Set<Flaw> flaws;
    private boolean stopped;

    SimFaultInjector(
            SimScheduler scheduler, SimCluster cluster, Faults faults, RandomGenerator random, Set<Flaw> flaws) {
        this.scheduler = scheduler;
        this.cluster = cluster;
        this.faults = faults;
        this.random = random;
        this.flaws = flaws;
    }

    void start() {
        scheduler.world().event("fault", STEP, this::step);
    }

    /** Ends all faults that last. */
    void stop() {
        stopped = true;
        cluster.alive().forEach(instance -> {
            if (instance.process().isFrozen()) {
                instance.process().thaw();
            }
            instance.nameNode().setConnected(true);
        });
        cluster.setCoordinatorRunning(true);
    }

    private void step() {
        if (stopped) {
            return;
        }
        happens(faults.kill(), this::kill);
        happens(faults.freeze(), this::freeze);
        happens(faults.disconnect(), this::disconnect);
        happens(faults.restart(), this::restart);
        happens(faults.join(), cluster::startAny);
        happens(faults.clock(), this::jump);
        scheduler.world().event("fault", STEP, this::step);
    }

    private void happens(double perSecond, Runnable fault) {
        if (perSecond > 0 && random.nextDouble() * STEPS_PER_SECOND < perSecond) {
            fault.run();
        }
    }

    private void pick(Consumer<SimInstance> fault) {
        List<SimInstance> candidates = cluster.alive().stream()
                .filter(instance -> instance.process().isRunning())
                .toList();
        if (!candidates.isEmpty()) {
            fault.accept(candidates.get(random.nextInt(candidates.size())));
        }
    }

    private void kill() {
        pick(instance -> {
            instance.process().kill();
            cluster.died(instance);
        });
    }

    /* Mostly for longer than a session, else hardly noticed. */
    private void freeze() {
        pick(instance -> freeze(instance, duration()));
    }

    private void freeze(SimInstance instance, Duration duration) {
        SimProcess process = instance.process();
        process.freeze();
        instance.nameNode().setConnected(false);
        takenForDead(instance);
        scheduler.world().event("thaw", duration, () -> {
            if (process.isFrozen()) {
                process.thaw();
            }
        });
        reconnect(instance, duration);
    }

    @Override
    public void beforeCommit(SimProcess process) {
        if (stopped || random.nextDouble() >= faults.freezeAtCommit()) {
            return;
        }
        long millis = Simulation.SESSION_TIMEOUT.toMillis();
        Duration duration = Duration.ofMillis(millis / 2 + random.nextLong(2 * millis));
        cluster.alive().stream()
                .filter(instance -> instance.process() == process)
                .findFirst()
                .ifPresent(instance -> freeze(instance, duration));
    }

    private void disconnect() {
        pick(instance -> {
            scheduler.note("DISCONNECT", instance);
            instance.nameNode().setConnected(false);
            takenForDead(instance);
            reconnect(instance, duration());
        });
    }

    private void takenForDead(SimInstance instance) {
        if (flaws.contains(Flaw.LIVING_INSTANCES_EXPELLED)) {
            cluster.seenToDie(instance);
        }
    }

    private void reconnect(SimInstance instance, Duration after) {
        Duration until = after.plusNanos(scheduler.latencyNanos());
        scheduler.world().event("reconnect", until, () -> {
            if (instance.process().isRunning()) {
                instance.nameNode().setConnected(true);
            }
        });
        cluster.expireSessionsAfter(until);
    }

    private void restart() {
        scheduler.note("COORDINATOR DOWN");
        cluster.setCoordinatorRunning(false);
        scheduler.world().event("the coordinator starts", duration(), () -> cluster.setCoordinatorRunning(true));
    }

    private void jump() {
        pick(instance -> instance.process().jumpClock(Duration.ofMillis(random.nextInt(4000) - 2000)));
    }

    private Duration duration() {
        return Duration.ofMillis(1L << random.nextInt(2, 12)).multipliedBy(1 + random.nextInt(2));
    }

    @Override
    public boolean forgetsOutcomes() {
        return flaws.contains(Flaw.OUTCOMES_FORGOTTEN);
    }

    @Override
    public boolean forgetsDeployments() {
        return flaws.contains(Flaw.TWO_PARTITIONS);
    }

    @Override
    public boolean trustsWallClocks() {
        return flaws.contains(Flaw.WALL_CLOCKS_COMPARED);
    }

    /** Whether a message between client and NameNode is lost. */
    boolean losesMessage() {
        return !stopped && random.nextDouble() < faults.loseMessage();
    }

    /** Whether a message arrives twice: as often as others are lost. Chance of its own changes nothing else of a seed. */
    boolean repeatsMessage(RandomGenerator copies) {
        return !stopped && copies.nextDouble() < faults.loseMessage();
    }

    @Override
    public StoreFault next(SimProcess process, String call) {
        if (stopped || faults.store() == 0 || random.nextDouble() >= faults.store()) {
            return StoreFault.NONE;
        }
        List<StoreFault> kinds = call.equals("commit") ? COMMIT_FAULTS : CALL_FAULTS;
        return kinds.get(random.nextInt(kinds.size()));
    }
}
