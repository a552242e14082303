package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The processes of a λFS stack that somebody else starts and stops: instances, platform, store and ZooKeeper. */
final class StackProcesses implements Server {
    private final ServerProcesses servers;
    private final Platform platform;
    private final ProcessFigures figures;
    private List<Long> instances = List.of();

    StackProcesses(ServerProcesses servers, Platform platform, ProcessFigures figures) {
        this.servers = servers;
        this.platform = platform;
        this.figures = figures;
    }

    @Override
    public void lookForProcesses() throws IOException, InterruptedException {
        instances = platform.instances().stream().map(Platform.Instance::pid).toList();
    }

    @Override
    public Map<String, Long> cpuMicros() {
        return Map.of(
                "instances", instances.stream().mapToLong(figures::cpuMicros).sum(),
                "platform", figures.cpuMicros(servers.platform()),
                "store", figures.cpuMicrosWithChildren(servers.store()),
                "zookeeper", figures.cpuMicros(servers.zooKeeper()));
    }

    @Override
    public void close() {}
}
