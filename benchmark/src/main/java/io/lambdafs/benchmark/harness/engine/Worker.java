package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import java.io.IOException;

/** Some of the clients of a run, in this process or another. Calls come in the order of the methods, {@link #run} once for each phase. */
public interface Worker extends AutoCloseable {
    /** Connects, and makes what the clients need before the run. */
    void prepare() throws IOException, InterruptedException;

    /** Has the clients read for a while. */
    void warmUp() throws IOException, InterruptedException;

    /**
     * Performs a phase.
     *
     * @param phase its number, from 0
     * @param delayNanos how long after the call it begins, so that all processes begin at the same time
     * @throws IOException if not all clients have ended long after their time
     */
    PhaseResult run(int phase, long delayNanos) throws IOException, InterruptedException;

    /** How many operations of a phase a second these clients can make of a file system that does nothing. */
    double ceiling(int phase) throws IOException, InterruptedException;

    /** What must be in the file system after all that this worker's clients did. */
    ExpectedNamespace expected() throws IOException;

    /** Tells the run's log of all that the clients performed, if they are elsewhere; those of this process have told it already. */
    void endLog() throws IOException;

    /** Disconnects. */
    @Override
    void close() throws IOException;
}
