package io.lambdafs.openwhisk.platform.process;

import io.lambdafs.openwhisk.platform.pool.Instance;
import io.lambdafs.openwhisk.platform.pool.InstanceUsage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A function instance that is a process of this machine. */
final class ProcessInstance implements Instance {
    private static final int ENDED_BY_SIGTERM = 128 + 15;

    private final String name;
    private final Process process;
    private final InetSocketAddress address;
    private final InstanceLogs logs;
    private final SignalShell signals;
    private final InstanceResources resources;
    private volatile boolean askedToLeave;
    private volatile boolean forced;

    ProcessInstance(
            String name,
            Process process,
            InetSocketAddress address,
            InstanceLogs logs,
            SignalShell signals,
            InstanceResources resources) {
        this.name = name;
        this.process = process;
        this.address = address;
        this.logs = logs;
        this.signals = signals;
        this.resources = resources;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public CompletableFuture<?> exited() {
        return process.onExit();
    }

    @Override
    public void pause() {
        signal("STOP");
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    @Override
    public void stop(int graceMillis) {
        if (graceMillis > 0 && process.isAlive()) {
            askedToLeave = true;
            // Process.destroy would close its standard input, too, and an instance takes that for the end of the
            // platform.
            process.toHandle().destroy();
            // A stopped process hears SIGTERM only when it is continued.
            resume();
            awaitExit(graceMillis);
        }
        forced = process.isAlive();
        process.destroyForcibly();
    }

    /**
     * Whether the process, which has ended, was asked to and did so by itself. The status counts as well: a process that is just
     * dying of something else is asked, too.
     */
    boolean hasLeft() {
        int status = process.exitValue();
        return askedToLeave && !forced && (status == 0 || status == ENDED_BY_SIGTERM);
    }

    @Override
    public List<String> collectLogs(int maxBytes, boolean marked) {
        return logs.collect(maxBytes, marked);
    }

    @Override
    public InstanceUsage usage() {
        return resources.usage();
    }

    @Override
    public void limitCpu(int cpuMillis) {
        resources.limitCpu(cpuMillis);
    }

    @Override
    public Optional<String> endedByLimit() {
        return resources.endedByLimit();
    }

    @Override
    public void trimLogs() throws IOException {
        logs.trim();
    }

    private void signal(String name) {
        if (process.isAlive()) {
            signals.send(name, process.pid());
        }
    }

    private void awaitExit(int graceMillis) {
        try {
            process.waitFor(graceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
