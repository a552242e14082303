package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.Coordinator;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.coherence.CoherenceTimes;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.namenode.membership.Background;
import io.lambdafs.namenode.membership.IdleWatch;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.sim.port.FormerRoundsUnpublished;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.testkit.coherence.InMemoryCoordinator;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.testkit.sim.SimScheduler;
import io.lambdafs.testkit.sim.SimSignal;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A NameNode with a cache and its side of the coherence protocol, as a function instance puts it together. */
final class CoherentNameNode implements SimInstance.Assembly {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
    private static final long REMEMBERED_BYTES = 1 << 20;

    private final InMemoryCoordinator coordinator;
    private final CoherentParts parts;
    private final Removals removals;
    private final NameNode nameNode;
    private final IdleWatch watch;

    /**
     * What it runs in.
     *
     * @param coordinator the process's end of the coordinator
     * @param watched the same, with everybody who looks at what passes
     */
    record Dependencies(
            SimScheduler scheduler,
            SimProcess process,
            MetadataStore store,
            InMemoryCoordinator coordinator,
            Coordinator watched,
            Removals.Settings removals,
            Duration leaveAfterIdle,
            RandomGenerator random) {}

    CoherentNameNode(CoherentParts.Settings settings, int deployment, Dependencies in) {
        SimProcess process = in.process;
        coordinator = in.coordinator;
        process.onDeath(coordinator::disconnect);
        Background background = (delay, task) -> process.start("background", delay, task);
        boolean leasesUnchecked = !settings.rules().keeps(CoherenceRule.LEASE_BEFORE_WRITE);
        parts = CoherentParts.of(
                settings,
                new InstanceIdentity(deployment, process.name(), 0),
                new Incarnations.Dependencies(
                        in.store,
                        leasesUnchecked ? new FormerRoundsUnpublished(in.watched) : in.watched,
                        background,
                        process.ticker()),
                waiting(in.scheduler));
        Pause pause = in.scheduler::sleep;
        RetryPolicy retries = new RetryPolicy(8, FIRST_PAUSE, FIRST_PAUSE.multipliedBy(50));
        Function<MetadataStore, TransactionRunner> runners =
                store -> new TransactionRunner(store, retries, pause, in.random)
                        .guardedBy(FlawedFeatures.guard(in.removals.flaws()));
        TransactionRunner runner = runners.apply(in.store);
        Incarnations names = parts.incarnations();
        removals = new Removals(in.removals, in.store, runners, names, process.executor("emptying"));
        DirectoryTimes times = new DirectoryTimes(
                runner, names, parts.cache(), parts.node(), process.executor("marking"), settings.rules());
        ReadAhead ahead =
                new ReadAhead(runner, parts.cache(), parts.node(), process.executor("reading ahead"), process.ticker());
        CachedReads reads = new CachedReads(
                runner, parts.cache(), parts.node(), parts.node()::mayServe, times, ahead, process.ticker());
        nameNode = new NameNode(
                Operations.CONFIG,
                Operations.of(
                        new Operations.Dependencies(
                                in.store, runner, names, process.clock(), process.ticker(), pause, in.random),
                        in.removals.flaws()),
                new NameNode.Execution(
                        reads,
                        new OperationExecutor(runner, names, parts.gate(), removals),
                        new RequestDeduplicator(REMEMBERED_BYTES, Duration.ZERO)),
                process.clock(),
                process.ticker());
        watch = new IdleWatch(in.leaveAfterIdle, background, process.ticker(), leaving(names));
    }

    @Override
    public void start() {
        parts.incarnations().start();
        watch.start();
    }

    private static IdleWatch.Duties leaving(Incarnations names) {
        return new IdleWatch.Duties() {
            @Override
            public void handOver() {
                // Clients of the simulation are not connected.
            }

            @Override
            public void disconnect() {
                // As above.
            }

            @Override
            public void leave() {
                names.rest();
            }
        };
    }

    /** Short times, in proportion to the store's and the session's. */
    static CoherenceTimes times() {
        return new CoherenceTimes(
                Duration.ofMillis(800), Duration.ofMillis(1500), Duration.ofMillis(2000), Duration.ofMillis(50));
    }

    static CachePolicy policy() {
        return CachePolicy.defaults().withCapacityBytes(1 << 16);
    }

    static Waiting waiting(SimScheduler scheduler) {
        return () -> new Waiting.Signal() {
            private final SimSignal signal = new SimSignal(scheduler);
            private boolean given;

            @Override
            public void give() {
                given = true;
                signal.changed();
            }

            @Override
            public boolean await(Duration bound) {
                return signal.await(() -> given, bound);
            }
        };
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        return nameNode.handle(request);
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return nameNode.handleAtOnce(request);
    }

    @Override
    public boolean remove(RemovalBatch batch) {
        return removals.remove(batch);
    }

    @Override
    public Runnable requested(boolean activation) {
        parts.incarnations().requested();
        if (!activation) {
            return () -> {};
        }
        watch.activationBegun();
        return watch::activationEnded;
    }

    @Override
    public void setConnected(boolean connected) {
        if (connected) {
            coordinator.reconnect();
        } else {
            coordinator.disconnect();
        }
    }
}
