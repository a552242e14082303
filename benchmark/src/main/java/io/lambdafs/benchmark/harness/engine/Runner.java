package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.expected.Conventions;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import io.lambdafs.benchmark.harness.machine.ServerWatch;
import io.lambdafs.benchmark.harness.machine.WatchedServers;
import io.lambdafs.benchmark.harness.result.Event;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.workload.Fault;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Has all workers of a run go through its phases together, and puts together what they measured. For one thread. */
public final class Runner {
    private static final long BEGIN_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long GRACE_NANOS = TimeUnit.HOURS.toNanos(8);

    private final RunPlan plan;
    private final List<? extends Worker> workers;
    private final List<Fault> faults;
    private final WatchedServers servers;
    private final Consumer<String> progress;
    private final List<PhaseResult> phases = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    /**
     * A run that has not begun.
     *
     * @param servers what is looked at in each second of a phase
     * @param progress is told what happens, in lines for people
     */
    public Runner(
            RunPlan plan,
            List<? extends Worker> workers,
            List<Fault> faults,
            WatchedServers servers,
            Consumer<String> progress) {
        this.plan = plan;
        this.workers = List.copyOf(workers);
        this.faults = List.copyOf(faults);
        this.servers = servers;
        this.progress = progress;
    }

    /**
     * Refuses a directory in which something is, because nobody could tell afterwards what the run has made.
     *
     * @param overwrite whether it is removed in place of that
     * @throws IllegalArgumentException if something is there
     */
    public static void clear(FileSystem fs, String base, boolean overwrite) throws IOException {
        Path directory = new Path(base);
        if (!fs.exists(directory)) {
            return;
        }
        if (overwrite) {
            if (!fs.delete(directory, true)) {
                throw new IOException(directory + " could not be removed");
            }
        } else if (fs.listStatus(directory).length > 0) {
            throw new IllegalArgumentException(
                    base + " is not empty: choose another --base, or have it removed by --overwrite");
        }
    }

    /** Makes what clients need, and performs all phases. */
    public void run() throws IOException, InterruptedException {
        prepare();
        if (plan.times().warmUpNanos() > 0) {
            progress.accept("warming up for " + plan.times().warmUpNanos() / 1e9 + " s");
            all(worker -> {
                worker.warmUp();
                return 0;
            });
        }
        for (int i = 0; i < plan.work().phases().size(); i++) {
            runPhase(i);
        }
    }

    /** Makes what clients need. */
    public void prepare() throws IOException, InterruptedException {
        progress.accept("preparing " + plan.clients() + " clients below " + plan.base());
        all(worker -> {
            worker.prepare();
            return 0;
        });
    }

    private void runPhase(int number) throws IOException, InterruptedException {
        Phase phase = plan.work().phases().get(number);
        progress.accept("running " + phase.name() + " for at most " + phase.nanos() / 1e9 + " s");
        PhaseResult sum = new PhaseResult(phase.name(), plan.times().intervalNanos());
        long begin = Ticker.SYSTEM.nanos() + BEGIN_DELAY_NANOS;
        FaultInjector injector = FaultInjector.from(number, begin, phase.nanos(), faults);
        ServerWatch watch = servers.watch(BEGIN_DELAY_NANOS, plan.times().intervalNanos());
        try (injector;
                watch) {
            all(worker -> {
                PhaseResult part = worker.run(number, Math.max(0, begin - Ticker.SYSTEM.nanos()));
                synchronized (sum) {
                    sum.addAll(part);
                }
                return 0;
            });
            events.addAll(injector.end());
            watch.addTo(sum);
        }
        phases.add(sum);
    }

    /** Something that each worker does, all at the same time. */
    @FunctionalInterface
    private interface Step {
        long of(Worker worker) throws IOException, InterruptedException;
    }

    private void all(Step step) throws IOException, InterruptedException {
        ClientThreads.run(workers.size(), index -> step.of(workers.get(index)), GRACE_NANOS);
    }

    /** Adds to each phase what the clients could make of a file system that does nothing. */
    public void measureCeilings() throws IOException, InterruptedException {
        for (int i = 0; i < phases.size(); i++) {
            int number = i;
            PhaseResult phase = phases.get(i);
            all(worker -> {
                double ceiling = worker.ceiling(number);
                synchronized (phase) {
                    phase.addCeiling(ceiling);
                }
                return 0;
            });
        }
    }

    /** The results of the phases that have ended. */
    public List<PhaseResult> phases() {
        return phases;
    }

    /** What was done to the system. */
    public List<Event> events() {
        return events;
    }

    /** What must be in the file system now. */
    public ExpectedNamespace expected() throws IOException {
        ExpectedNamespace all = new ExpectedNamespace(plan.base());
        for (Worker worker : workers) {
            all.addAll(worker.expected());
        }
        return all;
    }

    /** Compares what is in the file system with what must be there. */
    public static NamespaceCheck verify(FileSystem fs, ExpectedNamespace expected) throws IOException {
        return NamespaceCheck.of(fs, expected, Conventions.of(fs, expected.base() + "-conventions"));
    }
}
