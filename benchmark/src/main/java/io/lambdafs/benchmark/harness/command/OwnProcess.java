package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.agent.AgentProcess;
import io.lambdafs.benchmark.harness.engine.Worker;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import java.io.IOException;

/** The clients in a process that was started for them, and that ends with them. */
final class OwnProcess implements Worker {
    private final AgentProcess process;
    private final Worker worker;

    OwnProcess(AgentProcess process, Worker worker) {
        this.process = process;
        this.worker = worker;
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
        worker.prepare();
    }

    @Override
    public void warmUp() throws IOException, InterruptedException {
        worker.warmUp();
    }

    @Override
    public PhaseResult run(int phase, long delayNanos) throws IOException, InterruptedException {
        return worker.run(phase, delayNanos);
    }

    @Override
    public double ceiling(int phase) throws IOException, InterruptedException {
        return worker.ceiling(phase);
    }

    @Override
    public ExpectedNamespace expected() throws IOException {
        return worker.expected();
    }

    @Override
    public void endLog() throws IOException {
        worker.endLog();
    }

    @Override
    public void close() throws IOException {
        worker.close();
        process.close();
    }
}
