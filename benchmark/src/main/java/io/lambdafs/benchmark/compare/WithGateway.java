package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.ProcessFigures;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** A stack with the gateway in front of it as a server of its own kind. */
final class WithGateway implements Server {
    private final Server behind;
    private final long pid;
    private final ProcessFigures figures;

    WithGateway(Server behind, long pid, ProcessFigures figures) {
        this.behind = behind;
        this.pid = pid;
        this.figures = figures;
    }

    @Override
    public void lookForProcesses() throws IOException, InterruptedException {
        behind.lookForProcesses();
    }

    @Override
    public Map<String, Long> cpuMicros() {
        Map<String, Long> all = new TreeMap<>(behind.cpuMicros());
        all.put(Systems.GATEWAY, figures.cpuMicros(pid));
        return Map.copyOf(all);
    }

    @Override
    public void close() {
        behind.close();
    }
}
