package io.lambdafs.benchmark;

import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.process.ServerProcesses;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads the CPU time of all processes that take part. */
final class CpuMeter {
    private final ProcessFigures figures;
    private final ServerProcesses servers;
    private final Platform platform;
    private List<Long> instances = List.of();

    CpuMeter(ProcessFigures figures, ServerProcesses servers, Platform platform) {
        this.figures = figures;
        this.servers = servers;
        this.platform = platform;
    }

    /** Finds out which instances there are, which costs a request and so is not part of reading. */
    void lookForInstances() throws IOException, InterruptedException {
        instances = platform.instances().stream().map(Platform.Instance::pid).toList();
    }

    CpuTimes read() {
        Map<ProcessKind, Long> micros = new EnumMap<>(ProcessKind.class);
        micros.put(
                ProcessKind.INSTANCES,
                instances.stream().mapToLong(figures::cpuMicros).sum());
        micros.put(ProcessKind.PLATFORM, figures.cpuMicros(servers.platform()));
        micros.put(ProcessKind.STORE, figures.cpuMicrosWithChildren(servers.store()));
        micros.put(ProcessKind.ZOOKEEPER, figures.cpuMicros(servers.zooKeeper()));
        micros.put(ProcessKind.CLIENT, figures.cpuMicros(ProcessHandle.current().pid()));
        return new CpuTimes(micros);
    }
}
