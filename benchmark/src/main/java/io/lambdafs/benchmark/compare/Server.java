package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.util.Map;

/** The answering side of a system: the CPU time that its processes have used. */
interface Server extends AutoCloseable {
    /** Finds out which processes there are, which may cost a request and so is not part of reading. */
    void lookForProcesses() throws IOException, InterruptedException;

    /** CPU time so far by kind of process, in microseconds. */
    Map<String, Long> cpuMicros();

    @Override
    void close();
}
