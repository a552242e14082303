package io.lambdafs.openwhisk.platform.pool;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * What instances count, as they tell at {@code GET /metrics}. One that does not answer in time or is paused is remembered. Thread-safe.
 *
 * <p>Nobody is asked unless somebody has wanted to know within the last minute.
 */
final class InstanceMetrics {
    /** How long an instance may take. */
    static final long PATIENCE_MILLIS = 1_000;

    private static final long WANTED_MILLIS = 60_000;

    private final ContainerClient client;
    private final Executor threads;
    private final InstantSource clock;
    private final Map<Long, String> latest = new ConcurrentHashMap<>();
    private volatile long wantedAt;

    InstanceMetrics(ContainerClient client, Executor threads, InstantSource clock) {
        this.client = client;
        this.threads = threads;
        this.clock = clock;
    }

    /** Asks those that run, all at once, and gives what each of these instances said last; completes within the patience. */
    CompletableFuture<List<MetricsOfInstance>> collect(
            List<PoolView.InstanceView> instances, LongFunction<Optional<Instance>> processes) {
        wantedAt = clock.millis();
        return ask(instances, processes)
                .thenApply(asked -> instances.stream()
                        .map(view -> new MetricsOfInstance(view, latest.getOrDefault(view.id(), "")))
                        .toList());
    }

    /** Asks again if somebody wants to know: an instance that is about to be paused cannot be asked later. */
    void refresh(List<PoolView.InstanceView> instances, LongFunction<Optional<Instance>> processes) {
        if (clock.millis() - wantedAt < WANTED_MILLIS) {
            CompletableFuture<?> unused = ask(instances, processes);
        }
    }

    private CompletableFuture<?> ask(
            List<PoolView.InstanceView> instances, LongFunction<Optional<Instance>> processes) {
        latest.keySet()
                .retainAll(instances.stream().map(PoolView.InstanceView::id).collect(Collectors.toSet()));
        List<CompletableFuture<?>> asked = new ArrayList<>();
        for (PoolView.InstanceView view : instances) {
            if (view.isRunning()) {
                processes.apply(view.id()).ifPresent(process -> asked.add(ask(view.id(), process)));
            }
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<?> ask(long id, Instance process) {
        try {
            return CompletableFuture.runAsync(() -> askNow(id, process), threads);
        } catch (RejectedExecutionException busy) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private void askNow(long id, Instance process) {
        try {
            ContainerReply reply = client.get(process, "/metrics", PATIENCE_MILLIS);
            if (reply.isOk() && !reply.isTruncated()) {
                latest.put(id, reply.text());
            }
        } catch (ContainerException silent) {
            // What it said before stays.
            return;
        }
    }
}
