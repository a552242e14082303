package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.ProcessFigures;
import java.util.Map;

/** A server that is one process. */
final class SingleProcess implements Server {
    private final String kind;
    private final ChildProcess process;
    private final ProcessFigures figures;

    SingleProcess(String kind, ChildProcess process, ProcessFigures figures) {
        this.kind = kind;
        this.process = process;
        this.figures = figures;
    }

    @Override
    public void lookForProcesses() {}

    @Override
    public Map<String, Long> cpuMicros() {
        return Map.of(kind, figures.cpuMicros(process.pid()));
    }

    @Override
    public void close() {
        process.close();
    }
}
