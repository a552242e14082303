package io.lambdafs.benchmark.harness.agent;

import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.trace.TraceHead;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.trace.TraceWriter;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the clients of an agent have performed, in a temporary file until the run is over. Closing it removes the file. */
final class Recording implements OperationLog, AutoCloseable {
    private final Path file;
    private final TraceWriter writer;

    private Recording(Path file, TraceWriter writer) {
        this.file = file;
        this.writer = writer;
    }

    static Recording of(RunPlan plan) throws IOException {
        Path file = Files.createTempFile("lambdafs-bench", ".trace");
        return new Recording(file, new TraceWriter(file, new TraceHead(plan.base(), plan.clients(), 1, "")));
    }

    @Override
    public void performed(int client, long dueNanos, PathOperation operation) {
        writer.write(new TraceLine(client, dueNanos, operation));
    }

    /** Ends it, and sends its lines. */
    void send(AgentFrames frames) throws IOException {
        writer.close();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            in.readLine(); // the head, which the other side has written already
            Lines.write(frames, in.lines().iterator());
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
        Files.deleteIfExists(file);
    }
}
