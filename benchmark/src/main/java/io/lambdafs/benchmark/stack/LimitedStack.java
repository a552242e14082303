package io.lambdafs.benchmark.stack;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** A stack that an experiment has started. Closing it stops it. */
public final class LimitedStack implements AutoCloseable {
    private static final long STATUS_SECONDS = 60;
    private static final long STOP_SECONDS = 120;
    private static final int POLL_MILLIS = 200;
    /** What counts as the CPU of an instance without a limit. */
    private static final int UNLIMITED_MILLIS = 500;

    private static final int MEMORY_MB = 256;

    private final StackLab lab;
    private final Path data;
    private final int cpuMillis;
    private final Platform platform;
    private final ServerProcesses servers;

    LimitedStack(StackLab lab, Path data, int cpuMillis) throws IOException, InterruptedException {
        this.lab = lab;
        this.data = data;
        this.cpuMillis = cpuMillis;
        Configuration configuration = new Configuration(false);
        configuration.addResource(data.resolve("conf/core-site.xml").toUri().toURL());
        this.platform = Platform.of(configuration);
        this.servers = ServerProcesses.ofStatusTable(lab.lambdafs(data, List.of("status"), STATUS_SECONDS));
    }

    public Platform platform() {
        return platform;
    }

    public ServerProcesses servers() {
        return servers;
    }

    /** Its data directory. */
    public Path data() {
        return data;
    }

    /** The settings of its clients. */
    public Path conf() {
        return data.resolve("conf");
    }

    /** The file in which its clients find the platform's key. */
    public Path clientProperties() {
        return lab.clientProperties(data);
    }

    /** What an instance of this stack costs. */
    public Cost cost() throws IOException, InterruptedException {
        return platform.pool().instances().stream()
                .findFirst()
                .map(instance -> new Cost(
                        instance.memoryMb(), instance.cpuMillis() == 0 ? UNLIMITED_MILLIS : instance.cpuMillis()))
                .orElse(new Cost(MEMORY_MB, cpuMillis));
    }

    /**
     * Waits until the pool is as wanted, for so long.
     *
     * @return after how many seconds it was; -1 if it never was
     */
    public double await(Predicate<Platform.Pool> wanted, int seconds) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long bound = begin + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - bound < 0) {
            if (wanted.test(platform.pool())) {
                return (System.nanoTime() - begin) / 1e9;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        try {
            lab.lambdafs(data, List.of("stop"), STOP_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a stack was stopped", e);
        }
    }
}
