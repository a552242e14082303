package io.lambdafs.benchmark.stack;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks at the platform and the processes at the beginning of each second of a run. */
public final class ServerSampler implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "sampler");
        thread.setDaemon(true);
        return thread;
    });
    private final Platform platform;
    private final ServerProcesses servers;
    private final ProcessFigures figures;
    private final long client;
    private final List<ServerSecond> seconds = Collections.synchronizedList(new ArrayList<>());
    private @Nullable Reading last;

    private ServerSampler(Platform platform, ServerProcesses servers, ProcessFigures figures, long client) {
        this.platform = platform;
        this.servers = servers;
        this.figures = figures;
        this.client = client;
    }

    /** All counts at a moment. */
    private record Reading(
            Platform.Pool pool,
            Map<Long, Long> instances,
            long store,
            long coordinator,
            long platform,
            long client,
            long machine) {}

    /** From a moment on, in milliseconds since 1970. */
    public static ServerSampler from(
            long epochMillis, Platform platform, ServerProcesses servers, ProcessFigures figures, long client) {
        ServerSampler sampler = new ServerSampler(platform, servers, figures, client);
        Future<?> unused = sampler.thread.scheduleAtFixedRate(
                sampler::sample, Math.max(0, epochMillis - System.currentTimeMillis()), 1_000, TimeUnit.MILLISECONDS);
        return sampler;
    }

    private void sample() {
        Reading now;
        try {
            now = read();
        } catch (IOException e) {
            seconds.add(ServerSecond.unknown());
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        Reading before = last;
        last = now;
        if (before != null) {
            seconds.add(between(before, now));
        }
    }

    private Reading read() throws IOException, InterruptedException {
        Platform.Pool pool = platform.pool();
        Map<Long, Long> instances = new HashMap<>();
        for (Platform.PooledInstance instance : pool.instances()) {
            if (instance.pid() > 0) {
                instances.put(instance.pid(), figures.cpuMicros(instance.pid()));
            }
        }
        return new Reading(
                pool,
                instances,
                figures.cpuMicrosWithChildren(servers.store()),
                figures.cpuMicros(servers.zooKeeper()),
                figures.cpuMicros(servers.platform()),
                figures.cpuMicros(client),
                figures.machineCpuMicros());
    }

    private static ServerSecond between(Reading before, Reading now) {
        int paused = (int) count(now.pool(), "paused");
        long instanceCpu = 0;
        int working = 0;
        for (Map.Entry<Long, Long> instance : now.instances().entrySet()) {
            long used = millis(instance.getValue() - before.instances().getOrDefault(instance.getKey(), 0L));
            instanceCpu += used;
            working += used >= Cost.WORKING_MILLIS ? 1 : 0;
        }
        long store = millis(now.store() - before.store());
        long coordinator = millis(now.coordinator() - before.coordinator());
        long platform = millis(now.platform() - before.platform());
        long client = millis(now.client() - before.client());
        long own = instanceCpu + store + coordinator + platform + client;
        return new ServerSecond(
                now.pool().instances().size() - paused,
                (int) count(now.pool(), "starting"),
                paused,
                working,
                now.pool().coldStarts() - before.pool().coldStarts(),
                now.pool().scaleOuts() - before.pool().scaleOuts(),
                now.pool().evictions() - before.pool().evictions(),
                now.pool().queued(),
                instanceCpu,
                store,
                coordinator,
                platform,
                client,
                Math.max(0, millis(now.machine() - before.machine()) - own));
    }

    private static long count(Platform.Pool pool, String state) {
        return pool.instances().stream()
                .filter(instance -> instance.state().equals(state))
                .count();
    }

    private static long millis(long micros) {
        return Math.max(0, micros / 1_000);
    }

    /** The second with this number, counted from 0. */
    public ServerSecond second(int number) {
        List<ServerSecond> all = List.copyOf(seconds);
        return number < all.size() ? all.get(number) : ServerSecond.unknown();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
