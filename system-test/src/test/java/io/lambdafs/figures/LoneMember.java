package io.lambdafs.figures;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.coherence.CoherenceTimes;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.namenode.membership.Background;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The only member of its cluster, which has nobody to tell of its writes. */
record LoneMember(
        MeasuredNameNode nameNode, Incarnations incarnations, ExecutorService background, ExecutorService deliveries)
        implements AutoCloseable {
    /** Longer than any test. */
    private static final Duration SESSION = Duration.ofHours(1);

    /** A member that may write. */
    static LoneMember of(MetadataStore store) {
        ScheduledExecutorService background = Executors.newScheduledThreadPool(1);
        ExecutorService deliveries = Executors.newSingleThreadExecutor();
        InMemoryCoordination service = new InMemoryCoordination(SESSION, System::nanoTime);
        CoherentParts parts = CoherentParts.of(
                new CoherentParts.Settings(
                        new PartitionFunction(1), CachePolicy.defaults(), CoherenceTimes.defaults(), ProtocolRules.ALL),
                new InstanceIdentity(0, "lone", 1),
                new Incarnations.Dependencies(
                        store, service.connect(Runnable::run, deliveries), Background.on(background), System::nanoTime),
                Waiting.onThreads());
        parts.incarnations().start();
        parts.gate().awaitReady();
        return new LoneMember(
                new MeasuredNameNode(
                        store, parts.incarnations(), parts.gate(), runner -> reads(parts, runner, background)),
                parts.incarnations(),
                background,
                deliveries);
    }

    private static ReadPath reads(CoherentParts parts, TransactionRunner runner, Executor background) {
        DirectoryTimes times = new DirectoryTimes(
                runner, parts.incarnations(), parts.cache(), parts.node(), background, ProtocolRules.ALL);
        ReadAhead ahead = new ReadAhead(runner, parts.cache(), parts.node(), background, System::nanoTime);
        return new CachedReads(
                runner, parts.cache(), parts.node(), parts.node()::mayServe, times, ahead, System::nanoTime);
    }

    @Override
    public void close() {
        incarnations.close();
        background.shutdownNow();
        deliveries.shutdownNow();
    }
}
