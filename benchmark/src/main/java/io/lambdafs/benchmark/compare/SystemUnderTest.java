package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.load.LoadResult;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.ProcessFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A server and the process that calls it. */
final class SystemUnderTest implements AutoCloseable {
    /** For a round beyond its length: the slowest single operation. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration TO_START = Duration.ofMinutes(1);
    private static final Duration TO_PREPARE = Duration.ofMinutes(3);

    private final String name;
    private final Server server;
    private final ChildProcess client;
    private final ProcessFigures figures;
    private final String below;

    private SystemUnderTest(String name, Server server, ChildProcess client, ProcessFigures figures, String below) {
        this.name = name;
        this.below = below;
        this.server = server;
        this.client = client;
        this.figures = figures;
    }

    /** Waits until the client is ready. */
    static SystemUnderTest of(String name, Server server, ChildProcess client, ProcessFigures figures)
            throws IOException, InterruptedException {
        client.answer(TO_START);
        return new SystemUnderTest(name, server, client, figures, "");
    }

    /**
     * The same server and client, which have a tree and make things in this directory of the benchmark's alone. So two directories are
     * compared by the same processes. Needs no closing.
     */
    SystemUnderTest below(String directory) {
        return new SystemUnderTest(directory, server, client, figures, directory);
    }

    String name() {
        return name;
    }

    /** Makes the tree that is read. */
    void makeTree(int directories, int files) throws IOException, InterruptedException {
        goBelow();
        client.ask("tree " + directories + " " + files, TO_PREPARE);
    }

    /** Reads a tree that another client of the same file system has made. */
    void shareTree(int directories, int files) throws IOException, InterruptedException {
        goBelow();
        client.ask("same-tree " + directories + " " + files, TO_START);
    }

    /** Has the client call now and then between rounds too, once and for all. */
    void keepAwake() throws IOException, InterruptedException {
        client.ask("stay", TO_START);
    }

    /** Reads all of the tree once. */
    void sweep() throws IOException, InterruptedException {
        goBelow();
        client.ask("sweep", TO_PREPARE);
    }

    /** Does something once, and tells how many milliseconds it took. */
    double once(String command) throws IOException, InterruptedException {
        return Long.parseLong(client.ask(command, TO_PREPARE)) / 1e6;
    }

    /** One round of some work. */
    ComparedRound run(Cell cell, long millis) throws IOException, InterruptedException {
        goBelow();
        client.ask("prepare " + cell.work() + " " + cell.callers() + " " + millis, TO_PREPARE);
        server.lookForProcesses();
        Map<String, Long> before = cpuMicros();
        long machineBefore = figures.machineCpuMicros();
        String answer = client.ask("run " + millis, PATIENCE.plus(Duration.ofMillis(millis)));
        Map<String, Long> used = new TreeMap<>(cpuMicros());
        before.forEach((kind, micros) -> used.merge(kind, -micros, Long::sum));
        long own = used.values().stream().mapToLong(Long::longValue).sum();
        long others = Math.max(0, figures.machineCpuMicros() - machineBefore - own);
        return new ComparedRound(LoadResult.parse(answer), used, others);
    }

    private void goBelow() throws IOException, InterruptedException {
        if (!below.isEmpty()) {
            client.ask("below " + below, TO_START);
        }
    }

    void lookForProcesses() throws IOException, InterruptedException {
        server.lookForProcesses();
    }

    /** CPU time so far by kind of process, the client's included. */
    Map<String, Long> cpuMicros() {
        Map<String, Long> micros = new TreeMap<>(server.cpuMicros());
        micros.put(ComparedRound.CLIENT, figures.cpuMicros(client.pid()));
        return micros;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
