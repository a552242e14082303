package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.membership.Background;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.coherence.InMemoryCoordinator;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Several coherent NameNodes in one process, over twins of the store and the coordinator; time stands still until told. */
final class CoherentCluster implements AutoCloseable {
    static final Duration SESSION = Duration.ofSeconds(9);
    private static final Duration BOUND = Duration.ofSeconds(20);

    final AtomicLong nanos = new AtomicLong(1);
    final MetadataStore store = new InMemoryMetadataStore(InstantSource.system());
    final InMemoryCoordination coordinators = new InMemoryCoordination(SESSION, nanos::get);
    private final PartitionFunction partition;
    private final CoherenceTimes times;
    private final List<ExecutorService> executors = new ArrayList<>();
    private final List<One> nodes = new ArrayList<>();

    CoherentCluster(int deployments, CoherenceTimes times) {
        this.partition = new PartitionFunction(deployments);
        this.times = times;
    }

    /** One of them. */
    record One(CoherentParts parts, InMemoryCoordinator coordinator) {
        CoherentNode node() {
            return parts.node();
        }
    }

    One start(int deployment) {
        ScheduledExecutorService background = Executors.newScheduledThreadPool(2, CoherentCluster::daemon);
        ExecutorService deliveries = Executors.newSingleThreadExecutor(CoherentCluster::daemon);
        executors.add(background);
        executors.add(deliveries);
        InMemoryCoordinator coordinator = coordinators.connect(Runnable::run, deliveries);
        CoherentParts parts = CoherentParts.of(
                new CoherentParts.Settings(partition, CachePolicy.defaults(), times, ProtocolRules.ALL),
                new InstanceIdentity(deployment, "instance" + nodes.size(), nodes.size()),
                new Incarnations.Dependencies(store, coordinator, Background.on(background), nanos::get),
                Waiting.onThreads());
        One one = new One(parts, coordinator);
        nodes.add(one);
        parts.incarnations().start();
        return one;
    }

    One startAdmitted(int deployment) {
        One one = start(deployment);
        await(() -> one.node().figures().admitted());
        return one;
    }

    int owner(String path) {
        return partition.ownerOf(path);
    }

    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it did not come true within " + BOUND);
            }
            Thread.onSpinWait();
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "coherent-cluster");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        nodes.forEach(one -> one.parts().incarnations().close());
        executors.forEach(ExecutorService::shutdownNow);
        store.close();
    }
}
