package io.lambdafs.namenode.sim;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.sim.decoupling.LeftSubtrees;
import io.lambdafs.namenode.sim.decoupling.SubtreeLedger;
import io.lambdafs.namenode.sim.decoupling.SubtreeWork;
import io.lambdafs.namenode.sim.port.RoundWatch;
import io.lambdafs.namenode.sim.store.EngineStore;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import io.lambdafs.namenode.sim.store.TwinStore;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.sim.SimLimits;
import io.lambdafs.testkit.sim.SimMetadataStore;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import io.lambdafs.testkit.sim.SimThreads;
import io.lambdafs.testkit.sim.SimTrace;
import io.lambdafs.wire.PartitionFunction;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;

/** One seed: some instances, some clients, some faults, from the first call to the judgement on the last. */
final class Simulation implements SimCluster {
    static final Duration SESSION_TIMEOUT = Duration.ofMillis(600);
    private static final Duration MAX_TIME = Duration.ofMinutes(20);
    private static final Duration SETTLING = Duration.ofMinutes(1);
    private static final long MAX_STEPS = 400_000;
    private static final int MAX_INSTANCES = 12;
    private static final int MOST_CALLS_OF_A_HOUSEKEEPER = 60;

    /** To look into the caches after everything that happens takes many times as long as all the rest. */
    private static final long SEEDS_TO_ONE_THOROUGH = 200;

    /** Wall clocks are up to an hour wrong, forward or back. */
    private static final long MOST_CLOCK_ERROR_MILLIS = Duration.ofHours(1).toMillis();

    /** Where the platform sees instances die, what a dead member holds up is over soon, and little can go wrong with it. */
    private static final int SEEDS_TO_ONE_WITH_A_WATCHFUL_PLATFORM = 4;

    private static final long CLOCKS = 0x5DEECE66DL;

    /** Copies of requests that arrive late are waited for, which takes long. */
    private static final int SEEDS_TO_ONE_WITH_STRAGGLERS = 8;

    /** Whose directories have a quota from the start; in the others, some get one. */
    private static final int SEEDS_TO_ONE_WITH_QUOTAS = 4;

    /** In which clients take snapshots. */
    private static final int SEEDS_TO_ONE_WITH_SNAPSHOTS = 5;

    /** In which clients also change storage policies; in all of them there are snapshots, and in half of them quotas. */
    private static final int SEEDS_TO_ONE_WITH_POLICIES = 10;

    private static final int REQUESTS_TO_ONE_STRAGGLER = 5;

    /** Twice as late as outcomes are purged. */
    private static final Duration LATEST_STRAGGLER = SimPurge.AFTER.multipliedBy(2);

    private final SplittableRandom random;
    private final SimScenario scenario;
    private final SimScheduler scheduler;
    private final SharedSimStore database;
    private final World world;
    private final NamespaceHistory history;
    private final PartitionFunction partition;
    private final SimFaultInjector faults;
    private final InMemoryCoordination coordinator;
    private final RandomGenerator choices;
    private final RandomGenerator copies;
    private final RandomGenerator clocks;
    private final SimPurge purge;
    private final Workload.Features features;
    private final boolean stragglers;
    private final Elasticity elasticity;
    private final SimNeighbours neighbours;
    private final Assemblies assemblies;
    private final Optional<SimStemCells> stemCells;
    private final boolean thorough;
    private final Prober prober;
    private final Optional<SimPlatform> platform;
    private final List<SimInstance> instances = new ArrayList<>();
    private final LeftSubtrees leftSubtrees = new LeftSubtrees();
    private final Optional<ClearUp> clearUp;

    Simulation(SimScenario scenario, long seed, SimThreads threads, SimTrace trace, Reference reference) {
        this.scenario = scenario;
        random = new SplittableRandom(seed);
        Faults mix = scenario.faults().orElseGet(() -> Faults.random(random));
        scheduler = new SimScheduler(threads, random.split(), new SimLimits(MAX_STEPS, MAX_TIME, mix.slow()), trace);
        database = switch (scenario.storeOf(seed)) {
            case TWIN -> new TwinStore(scheduler);
            case ENGINE -> new EngineStore(scheduler, seed);
        };
        world = new World(database);
        world.furnish(Workload.DIRECTORIES);
        boolean quotas = seed % SEEDS_TO_ONE_WITH_QUOTAS == 1;
        if (quotas) {
            world.limit("/a", QuotaCounts.NO_LIMITS.with(QuotaCounts.NAMES, 7).with(QuotaCounts.SPACE, 700));
        }
        boolean snapshots = seed % SEEDS_TO_ONE_WITH_SNAPSHOTS == 2;
        boolean policies = seed % SEEDS_TO_ONE_WITH_POLICIES == 7;
        // Clients that decouple subtrees have enough to do.
        features = new Workload.Features(snapshots, quotas && !scenario.subtrees(), policies && !scenario.subtrees());
        if (snapshots) {
            Workload.SNAPSHOTTABLE.forEach(world::allowSnapshots);
        }
        history = new NamespaceHistory(database, reference, scenario.mode().readsAreExact());
        partition = new PartitionFunction(1 + random.nextInt(3));
        coordinator = new InMemoryCoordination(SESSION_TIMEOUT, scheduler::nanos);
        Duration leaveAfterIdle =
                random.nextDouble() < mix.leave() ? Duration.ofMillis(100L << random.nextInt(5)) : Duration.ZERO;
        faults = new SimFaultInjector(scheduler, this, mix, random.split(), scenario.flaws());
        choices = random.split();
        int deleteBatch = 1 + choices.nextInt(2);
        copies = new SplittableRandom(~seed);
        clocks = new SplittableRandom(seed ^ CLOCKS);
        purge = new SimPurge(scheduler, database, scenario.flaws());
        stragglers = clocks.nextInt(SEEDS_TO_ONE_WITH_STRAGGLERS) == 0;
        elasticity = new Elasticity(scenario, mix, seed);
        neighbours = new SimNeighbours(scheduler, elasticity.chance());
        assemblies = new Assemblies(
                scenario,
                new Assemblies.With(scheduler, this, world, this::store, coordinator, rounds(), this::setClock),
                random,
                deleteBatch,
                leaveAfterIdle);
        stemCells = elasticity.hasStemCells()
                ? Optional.of(new SimStemCells(scheduler, this, assemblies, elasticity))
                : Optional.empty();
        boolean watchful = scenario.flaws().contains(SimScenario.Flaw.LIVING_INSTANCES_EXPELLED)
                || Long.hashCode(seed * CLOCKS) % SEEDS_TO_ONE_WITH_A_WATCHFUL_PLATFORM == 0;
        platform = watchful ? Optional.of(new SimPlatform(scheduler, coordinator, this::store)) : Optional.empty();
        thorough = seed % SEEDS_TO_ONE_THOROUGH == 0;
        prober = new Prober(scheduler, this, random.split());
        clearUp = scenario.subtrees()
                ? Optional.of(new ClearUp(history, scheduler::sleep, new SplittableRandom(seed)))
                : Optional.empty();
        scheduler.note("deployments and faults:", partition.deployments(), mix);
    }

    /**
     * Runs to the end.
     *
     * @throws SimFailure if something is wrong
     */
    Outcome run() {
        scheduler.run(this::live);
        return new Outcome(
                scheduler.steps(),
                history.judged(),
                history.commits(),
                database.crashes(),
                elasticity.figures(),
                history.figures(),
                history.subtrees().figures(),
                scheduler.fingerprint());
    }

    private void live() {
        stemCells.ifPresent(SimStemCells::start);
        for (int deployment = 0; deployment < partition.deployments(); deployment++) {
            start(deployment);
            if (random.nextBoolean()) {
                start(deployment);
            }
        }
        faults.start();
        database.startFaults();
        prober.start();
        purge.start();
        if (thorough) {
            scheduler.afterEverything(prober::probe);
        }
        SimSignal done = new SimSignal(scheduler);
        int clients = 2 + random.nextInt(3);
        int[] busy = {clients};
        for (int number = 1; number <= clients; number++) {
            SimClient client = new SimClient(scheduler, this, random.split(), number);
            setClock(client.process());
            Workload workload = new Workload(this, client, random.split(), features, subtreeWork(client));
            client.process().start("workload", Duration.ZERO, () -> {
                workload.run(scenario.operations());
                busy[0]--;
                done.changed();
            });
        }
        require(done.await(() -> busy[0] == 0, MAX_TIME), "the clients do not come to an end");
        faults.stop();
        database.stopFaults();
        prober.stop();
        clearUp.ifPresent(ClearUp::stop);
        if (stragglers) {
            scheduler.sleep(LATEST_STRAGGLER);
        }
        settle();
        purge.stop();
    }

    private Optional<SubtreeWork> subtreeWork(SimClient client) {
        return scenario.subtrees()
                ? Optional.of(new SubtreeWork(
                        client.subtreeCalls(), leftSubtrees, history.subtrees(), SimCall.BLOCK_SIZE, random.split()))
                : Optional.empty();
    }

    /** All that held a subtree are gone: what they persisted or began to merge must come to its end, whatever others did meanwhile. */
    private void endSubtrees(SimClient last) {
        if (scenario.subtrees()) {
            leftSubtrees.abandonAll();
            for (String path : Workload.DIRECTORIES) {
                last.call(SimCall.setQuota(path, QuotaCounts.UNLIMITED, QuotaCounts.UNLIMITED));
            }
            subtreeWork(last).orElseThrow().endAll();
        }
    }

    /** No two machines agree about the time: they are up to two hours apart. */
    private void setClock(SimProcess process) {
        process.jumpClock(Duration.ofMillis(clocks.nextLong(-MOST_CLOCK_ERROR_MILLIS, MOST_CLOCK_ERROR_MILLIS)));
    }

    private void letHousekeepersDie() {
        // What a flaw leaves behind is to be found by the check that is there for it.
        int deaths = scenario.flaws().isEmpty() ? copies.nextInt(3) : 0;
        for (int i = 0; i < deaths; i++) {
            boolean died = world.beginRemovals(copies.nextInt(MOST_CALLS_OF_A_HOUSEKEEPER));
            scheduler.note("HOUSEKEEPER", died ? "dies" : "is done before it dies");
            scheduler.sleep(World.HOUSEKEEPING.roleLease().plusMillis(1));
        }
    }

    /** When nothing goes wrong any more, everything works, and nothing is left behind. */
    private void settle() {
        scheduler.sleep(Duration.ofSeconds(5));
        SimClient last = new SimClient(scheduler, this, random.split(), 99);
        for (String path : Workload.DIRECTORIES) {
            require(last.call(SimCall.stat(path)).isPresent(), "nobody answers for " + path);
            require(last.call(SimCall.mkdirs(path, 0755, true)).isPresent(), "nobody writes " + path);
            require(last.call(SimCall.list(path)).isPresent(), "nobody lists " + path);
        }
        endSubtrees(last);
        SimSignal never = new SimSignal(scheduler);
        for (int look = 0; !database.isQuiet(); look++) {
            require(look < 100, "transactions or locks are left");
            never.await(() -> false, SETTLING.dividedBy(100));
        }
        NamespaceTree before = NamespaceTree.of(database.snapshot());
        if (!scenario.flaws().contains(SimScenario.Flaw.REMOVAL_DIES_WITH_ITS_INSTANCE)) {
            letHousekeepersDie();
            world.finishRemovals();
        }
        history.requireSnapshotsShown();
        NamespaceTree after = NamespaceTree.of(database.snapshot());
        require(after.equals(before), "what clients see changes when the last detached trees are emptied");
        require(
                after.entries().size() + NamespaceTree.kept(database.snapshot())
                        == database.inodes().size(),
                "of a detached tree that was emptied something is left");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new SimFailure(otherwise);
        }
    }

    private SimInstance start(int deployment) {
        SimInstance instance =
                stemCells.flatMap(cells -> cells.grow(deployment)).orElseGet(() -> begin(deployment));
        instances.add(instance);
        clearUp.ifPresent(clearing -> clearing.startIn(instance, store(instance.process())));
        scheduler.note("START", instance);
        return instance;
    }

    private SimInstance begin(int deployment) {
        Assemblies.Prepared prepared = assemblies.prepare("nn" + deployment + ".");
        SimInstance.Assembly nameNode = assemblies.assemble(prepared, deployment);
        nameNode.start();
        return new SimInstance(prepared.process(), deployment, nameNode);
    }

    private SimMetadataStore store(SimProcess process) {
        return new SimMetadataStore(
                scheduler,
                process,
                database.open(Assemblies.BOUNDS),
                Assemblies.BOUNDS.transaction(),
                faults,
                this::committed);
    }

    /** Where the load grows, instances begin just when rounds wait for those that are there. */
    private RoundWatch.Rounds rounds() {
        return new RoundWatch.Rounds() {
            @Override
            public void published(Set<Integer> deployments) {
                elasticity
                        .growing(deployments)
                        .ifPresent(deployment ->
                                scheduler.world().event("scale-out", Duration.ZERO, () -> grow(deployment)));
            }

            @Override
            public void joinedInRound() {
                elasticity.joinedInRound();
            }
        };
    }

    private void grow(int deployment) {
        if (instances.size() < MAX_INSTANCES) {
            start(deployment);
        }
    }

    private void committed(SimProcess process, Optional<RequestId> request) {
        try {
            history.committed(process, request);
            prober.probe();
        } catch (SimFailure wrong) {
            scheduler.fail(wrong);
        }
    }

    @Override
    public NamespaceHistory history() {
        return history;
    }

    @Override
    public PartitionFunction partition() {
        return partition;
    }

    @Override
    public List<SimInstance> alive() {
        return List.copyOf(instances);
    }

    @Override
    public SimInstance pick(int deployment) {
        boolean anywhere = choices.nextInt(10) == 0;
        List<SimInstance> candidates = instances.stream()
                .filter(instance -> anywhere || instance.deployment() == deployment)
                .toList();
        return candidates.isEmpty() ? start(deployment) : candidates.get(choices.nextInt(candidates.size()));
    }

    @Override
    public SimInstance pickOther(int deployment, SimInstance first) {
        List<SimInstance> others =
                instances.stream().filter(instance -> instance != first).toList();
        List<SimInstance> owners = others.stream()
                .filter(instance -> instance.deployment() == deployment)
                .toList();
        List<SimInstance> candidates = owners.isEmpty() ? others : owners;
        return candidates.isEmpty() ? start(deployment) : elasticity.pick(candidates);
    }

    @Override
    public Elasticity elasticity() {
        return elasticity;
    }

    @Override
    public SimNeighbours neighbours() {
        return neighbours;
    }

    @Override
    public void startAny() {
        if (instances.size() < MAX_INSTANCES) {
            start(choices.nextInt(partition.deployments()));
        }
    }

    @Override
    public void died(SimInstance instance) {
        instances.remove(instance);
        seenToDie(instance);
    }

    @Override
    public void seenToDie(SimInstance instance) {
        platform.ifPresent(watchful -> watchful.died(instance));
    }

    @Override
    public void setCoordinatorRunning(boolean running) {
        if (running) {
            coordinator.start();
            // Of those who died before, nobody looked while it was down.
            expireSessionsAfter(Duration.ZERO);
        } else {
            coordinator.stop();
        }
    }

    @Override
    public void expireSessionsAfter(Duration time) {
        for (int i = 1; i <= 2; i++) {
            Duration look = time.plus(SESSION_TIMEOUT.multipliedBy(i)).plusNanos(scheduler.latencyNanos());
            scheduler.world().event("sessions expire", look, coordinator::expireOverdue);
        }
    }

    @Override
    public boolean losesMessage() {
        return faults.losesMessage();
    }

    @Override
    public boolean repeatsMessage() {
        return faults.repeatsMessage(copies);
    }

    @Override
    public Optional<Duration> straggles() {
        boolean one = stragglers && clocks.nextInt(REQUESTS_TO_ONE_STRAGGLER) == 0;
        return one ? Optional.of(Duration.ofMillis(clocks.nextLong(LATEST_STRAGGLER.toMillis()))) : Optional.empty();
    }

    @Override
    public long storeMillis() {
        return scheduler.world().clock().millis();
    }

    @Override
    public Set<SimScenario.Flaw> flaws() {
        return scenario.flaws();
    }

    @Override
    public boolean tellsResubmissions() {
        return !scenario.flaws().contains(SimScenario.Flaw.RESUBMISSIONS_UNTOLD);
    }

    @Override
    public void removed(RemovalBatch batch) {
        world.requireRemoved(batch);
    }

    @Override
    public void reportReplica(ExtendedBlockProto block) {
        world.reportReplica(block);
        history.reported();
    }

    /**
     * How a simulation went.
     *
     * @param judged answers to clients that were found right
     * @param crashes of the store
     * @param elastic what it had of growth and sharing
     * @param features what it had of snapshots, quotas and storage policies
     * @param subtrees what became of decoupled subtrees
     */
    record Outcome(
            long steps,
            int judged,
            int commits,
            int crashes,
            Elasticity.Figures elastic,
            NamespaceHistory.Figures features,
            SubtreeLedger.Figures subtrees,
            long fingerprint) {}
}
