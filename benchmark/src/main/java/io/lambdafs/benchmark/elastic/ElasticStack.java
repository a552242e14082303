package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/** A stack that an experiment has started. Closing it stops it. */
final class ElasticStack implements AutoCloseable {
    private static final long STATUS_SECONDS = 60;
    private static final long STOP_SECONDS = 120;
    private static final int POLL_MILLIS = 200;
    private static final List<String> CLIENT_FLAGS =
            List.of("-Xmx1g", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true");

    private final Lab lab;
    private final Path data;
    private final Platform platform;
    private final ServerProcesses servers;
    private int loads;

    ElasticStack(Lab lab, Path data) throws IOException, InterruptedException {
        this.lab = lab;
        this.data = data;
        Configuration configuration = new Configuration(false);
        configuration.addResource(data.resolve("conf/core-site.xml").toUri().toURL());
        this.platform = new Platform(
                configuration.get("lambdafs.client.openwhisk.url"),
                configuration.get("lambdafs.client.openwhisk.auth"));
        this.servers = ServerProcesses.ofStatusTable(lab.lambdafs(data, List.of("status"), STATUS_SECONDS));
    }

    Platform platform() {
        return platform;
    }

    ServerProcesses servers() {
        return servers;
    }

    /** A process that carries a load, with these settings of the client. */
    LoadProcess load(String... settings) throws IOException, InterruptedException {
        loads++;
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(CLIENT_FLAGS);
        ElasticOptions options = lab.options();
        command.addAll(List.of(
                "-cp",
                data.resolve("conf") + ":" + options.jar() + ":" + options.clientClassPath() + ":"
                        + options.serverClassPath(),
                "io.lambdafs.benchmark.open.OpenLoadClient"));
        command.addAll(List.of(settings));
        Path log = options.work().resolve(data.getFileName() + "-client" + loads + ".log");
        return LoadProcess.of(lab, this, ChildProcess.start(command, log));
    }

    /** What an instance of this stack costs. */
    Cost cost() throws IOException, InterruptedException {
        return platform.pool().instances().stream()
                .findFirst()
                .map(instance -> new Cost(instance.memoryMb(), instance.cpuMillis() == 0 ? 500 : instance.cpuMillis()))
                .orElse(new Cost(256, lab.options().cpuMillis()));
    }

    /**
     * Waits until the pool is as wanted, for so long.
     *
     * @return after how many seconds it was; -1 if it never was
     */
    double await(Predicate<Platform.Pool> wanted, int seconds) throws IOException, InterruptedException {
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
