package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.namenode.sim.port.RoundWatch;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.coherence.InMemoryCoordinator;
import io.lambdafs.testkit.sim.SimMetadataStore;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.TracedCoordinator;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Puts the NameNodes of one simulation together, in two steps, because a process may begin long before it is a function. */
final class Assemblies {
    static final Bounds BOUNDS = new Bounds(Duration.ofMillis(500), Duration.ofMillis(400), Duration.ofMillis(1500));

    private final SimScenario scenario;
    private final With with;
    private final SplittableRandom random;
    private final int deleteBatch;
    private final Duration leaveAfterIdle;
    private int started;

    /**
     * What all of them have in common.
     *
     * @param stores makes a process's way to the store
     * @param began is given each process before anything else happens in it
     */
    record With(
            SimScheduler scheduler,
            SimCluster cluster,
            World world,
            Stores stores,
            InMemoryCoordination coordinator,
            RoundWatch.Rounds rounds,
            Consumer<SimProcess> began) {}

    /** Makes a process's way to the store. */
    interface Stores {
        SimMetadataStore open(SimProcess process);
    }

    /**
     * A process with open ways to the store and the coordinator, which neither knows of it.
     *
     * @param in what a NameNode with a cache runs in; null for those without
     */
    record Prepared(
            SimProcess process,
            MetadataStore store,
            Removals.Settings removals,
            RandomGenerator chance,
            CoherentNameNode.@Nullable Dependencies in) {}

    Assemblies(SimScenario scenario, With with, SplittableRandom random, int deleteBatch, Duration leaveAfterIdle) {
        this.scenario = scenario;
        this.with = with;
        this.random = random;
        this.deleteBatch = deleteBatch;
        this.leaveAfterIdle = leaveAfterIdle;
    }

    /** Starts a process, whose name begins so. */
    Prepared prepare(String name) {
        SimProcess process = with.scheduler().process(name + ++started);
        with.began().accept(process);
        RandomGenerator chance = random.split();
        MetadataStore store = with.stores().open(process);
        SimOffload offload = new SimOffload(with.scheduler(), process, with.cluster(), chance, scenario.flaws());
        Removals.Settings removals = new Removals.Settings(deleteBatch, offload, with.world(), scenario.flaws());
        boolean cached = switch (scenario.mode()) {
            case STATELESS, NAIVE_CACHE -> false;
            case COHERENT, VALIDATING, MIXED -> true;
        };
        return new Prepared(
                process, store, removals, chance, cached ? dependencies(process, store, removals, chance) : null);
    }

    /** A NameNode of this deployment, which has not been started yet. */
    SimInstance.Assembly assemble(Prepared prepared, int deployment) {
        return switch (scenario.mode()) {
            case STATELESS -> stateless(prepared);
            case COHERENT -> coherent(prepared, deployment);
            case VALIDATING -> validating(prepared, deployment);
            case MIXED ->
                prepared.chance().nextBoolean() ? validating(prepared, deployment) : coherent(prepared, deployment);
            case NAIVE_CACHE -> new NaiveCache(stateless(prepared));
        };
    }

    private StatelessNameNode stateless(Prepared prepared) {
        return new StatelessNameNode(
                prepared.process(), prepared.store(), with.scheduler()::sleep, prepared.removals(), prepared.chance());
    }

    private ValidatingNameNode validating(Prepared prepared, int deployment) {
        return new ValidatingNameNode(
                settings(), deployment, Optional.ofNullable(prepared.in()).orElseThrow());
    }

    private CoherentNameNode coherent(Prepared prepared, int deployment) {
        return new CoherentNameNode(
                settings(), deployment, Optional.ofNullable(prepared.in()).orElseThrow());
    }

    private CoherentParts.Settings settings() {
        boolean mistaken = scenario.flaws().contains(SimScenario.Flaw.TWO_PARTITIONS) && started % 2 == 0;
        PartitionFunction right = with.cluster().partition();
        PartitionFunction believed = mistaken ? new PartitionFunction(right.deployments() + 1) : right;
        return new CoherentParts.Settings(
                believed,
                CoherentNameNode.policy(),
                CoherentNameNode.times(),
                ProtocolRules.without(scenario.removed()));
    }

    private CoherentNameNode.Dependencies dependencies(
            SimProcess process, MetadataStore store, Removals.Settings removals, RandomGenerator chance) {
        InMemoryCoordinator coordinator = with.coordinator()
                .connect(
                        request -> with.scheduler().world().receive("to the coordinator", request),
                        delivery -> process.receive("from the coordinator", delivery));
        process.onDeath(() -> with.cluster().expireSessionsAfter(Duration.ZERO));
        Coordinator watched = new RoundWatch(
                new TracedCoordinator(coordinator, with.scheduler(), process, with.cluster()::repeatsMessage),
                with.rounds());
        return new CoherentNameNode.Dependencies(
                with.scheduler(), process, store, coordinator, watched, removals, leaveAfterIdle, chance);
    }
}
