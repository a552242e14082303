package io.lambdafs.openwhisk.platform.process;

import io.lambdafs.openwhisk.platform.pool.Instance;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A function instance that is a process of this machine. */
final class ProcessInstance implements Instance {
    private final String name;
    private final Process process;
    private final InetSocketAddress address;
    private final InstanceLogs logs;
    private final SignalShell signals;

    ProcessInstance(String name, Process process, InetSocketAddress address, InstanceLogs logs, SignalShell signals) {
        this.name = name;
        this.process = process;
        this.address = address;
        this.logs = logs;
        this.signals = signals;
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
            // Process.destroy would close its standard input, too, and an instance takes that for the end of the
            // platform.
            process.toHandle().destroy();
            // A stopped process hears SIGTERM only when it is continued.
            resume();
            awaitExit(graceMillis);
        }
        process.destroyForcibly();
    }

    @Override
    public List<String> collectLogs(int maxBytes, boolean marked) {
        return logs.collect(maxBytes, marked);
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
