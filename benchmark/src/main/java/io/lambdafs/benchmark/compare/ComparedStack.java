package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.ChildProcess;
import java.io.IOException;
import java.util.Map;

/** A stack whose instances are all called before each round, so that the platform freezes none of them as idle. */
final class ComparedStack implements Server {
    private final Server stack;
    private final StackInstances members;
    private final ChildProcess httpClient;
    private final int count;

    ComparedStack(Server stack, StackInstances members, ChildProcess httpClient, int count) {
        this.stack = stack;
        this.members = members;
        this.httpClient = httpClient;
        this.count = count;
    }

    @Override
    public void lookForProcesses() throws IOException, InterruptedException {
        members.callAll(count, httpClient);
        stack.lookForProcesses();
    }

    @Override
    public Map<String, Long> cpuMicros() {
        return stack.cpuMicros();
    }

    @Override
    public void close() {
        httpClient.close();
        stack.close();
    }
}
