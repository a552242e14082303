package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ServerProcesses;
import io.lambdafs.benchmark.stack.LimitedStack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A stack that an experiment has started, and the processes that carry loads to it. Closing it stops it. */
final class ElasticStack implements AutoCloseable {
    private static final List<String> CLIENT_FLAGS =
            List.of("-Xmx1g", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true");

    private final Lab lab;
    private final LimitedStack stack;
    private int loads;

    ElasticStack(Lab lab, LimitedStack stack) {
        this.lab = lab;
        this.stack = stack;
    }

    Platform platform() {
        return stack.platform();
    }

    ServerProcesses servers() {
        return stack.servers();
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
                stack.conf() + ":" + options.jar() + ":" + options.clientClassPath() + ":" + options.serverClassPath(),
                "io.lambdafs.benchmark.open.OpenLoadClient"));
        command.addAll(List.of(settings));
        Path log = options.work().resolve(stack.data().getFileName() + "-client" + loads + ".log");
        return LoadProcess.of(lab, this, ChildProcess.start(command, log));
    }

    /** What an instance of this stack costs. */
    Cost cost() throws IOException, InterruptedException {
        return stack.cost();
    }

    /**
     * Waits until the pool is as wanted, for so long.
     *
     * @return after how many seconds it was; -1 if it never was
     */
    double await(Predicate<Platform.Pool> wanted, int seconds) throws IOException, InterruptedException {
        return stack.await(wanted, seconds);
    }

    @Override
    public void close() throws IOException {
        stack.close();
    }
}
