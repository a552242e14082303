package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.harness.engine.FileSystems;
import io.lambdafs.benchmark.harness.engine.LocalWorker;
import io.lambdafs.benchmark.harness.engine.OperationLog;
import io.lambdafs.benchmark.harness.engine.Runner;
import io.lambdafs.benchmark.harness.engine.Share;
import io.lambdafs.benchmark.harness.engine.Worker;
import io.lambdafs.benchmark.harness.expected.ExpectedNamespace;
import io.lambdafs.benchmark.harness.expected.NamespaceCheck;
import io.lambdafs.benchmark.harness.imported.HammerLine;
import io.lambdafs.benchmark.harness.machine.NoiseMeter;
import io.lambdafs.benchmark.harness.result.Noise;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.ResultFiles;
import io.lambdafs.benchmark.harness.result.RunResult;
import io.lambdafs.benchmark.harness.trace.Trace;
import io.lambdafs.benchmark.harness.trace.TraceHead;
import io.lambdafs.benchmark.harness.trace.TraceLine;
import io.lambdafs.benchmark.harness.trace.TraceWriter;
import io.lambdafs.benchmark.harness.workload.Fault;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A run from its plan to its files. For one thread. */
final class Execution {
    private static final int FAILED = 1;
    private static final int SATURATED = 3;
    private static final int NOISY = 4;

    private final RunPlan plan;
    private final List<Fault> faults;
    private final ExecutionOptions options;
    private final PrintWriter out;

    Execution(RunPlan plan, List<Fault> faults, ExecutionOptions options, PrintWriter out) {
        this.plan = plan;
        this.faults = faults;
        this.options = options;
        this.out = out;
    }

    /** Makes the workers of a run. */
    @FunctionalInterface
    interface Workers {
        List<? extends Worker> make(OperationLog log) throws IOException, InterruptedException;
    }

    /** The clients of this process, which does all. */
    static Workers here(RunPlan plan, Optional<Trace> trace) {
        return log -> List.of(new LocalWorker(plan, Share.ALL, trace, log));
    }

    /** Carries the run out, writes its files and prints what came of it. */
    RunResult run(Workers workers) throws IOException, InterruptedException {
        options.objective(); // so that a wrong one is known before the run
        ResultFiles files = new ResultFiles(options.out());
        Instant begun = Clock.systemUTC().instant();
        try (FileSystem fs = FileSystems.connect(plan.target())) {
            Runner.clear(fs, plan.base(), options.overwrites());
            List<? extends Worker> own = List.of();
            Optional<TraceWriter> trace = trace();
            try {
                own = workers.make(log(trace));
                Runner runner = new Runner(plan, own, faults, options.servers(fs, this::say), this::say);
                Optional<NoiseMeter> meter = options.noiseMeter();
                runner.run();
                Optional<Noise> noise =
                        meter.isPresent() ? Optional.of(meter.get().end()) : Optional.empty();
                for (Worker worker : own) {
                    worker.endLog();
                }
                Optional<NamespaceCheck> check = verify(fs, runner, files);
                if (options.measuresCeiling()) {
                    say("measuring what the clients can do");
                    runner.measureCeilings();
                }
                RunResult result = new RunResult(
                        begun,
                        PlanOptions.settings(plan),
                        runner.phases(),
                        runner.events(),
                        check,
                        noise,
                        verdicts(runner.phases(), check, noise));
                files.write(result);
                ReportCommand.write(files, result);
                int alive = HammerResults.aliveNameNodes(fs);
                HammerResults.write(
                        options.out(),
                        HammerResults.lines(
                                plan.work().phases(), runner.phases(), new HammerLine.NameNodes(alive, alive)));
                print(result);
                return result;
            } finally {
                for (Worker worker : own) {
                    worker.close();
                }
                if (trace.isPresent()) {
                    trace.get().close();
                }
                if (!options.keeps()) {
                    fs.delete(new Path(plan.base()), true);
                }
            }
        }
    }

    private Optional<TraceWriter> trace() throws IOException {
        if (options.record().isEmpty()) {
            return Optional.empty();
        }
        long nanos = plan.work().phases().stream()
                .mapToLong(phase -> phase.nanos() + plan.times().drainNanos())
                .sum();
        TraceHead head =
                new TraceHead(plan.base(), plan.clients(), nanos, plan.work().name() + " " + plan.load());
        return Optional.of(new TraceWriter(options.record().get(), head));
    }

    private static OperationLog log(Optional<TraceWriter> trace) {
        return trace.<OperationLog>map(
                        writer -> (client, due, operation) -> writer.write(new TraceLine(client, due, operation)))
                .orElse(OperationLog.NONE);
    }

    private Optional<NamespaceCheck> verify(FileSystem fs, Runner runner, ResultFiles files) throws IOException {
        if (!options.verifies() && !options.keeps()) {
            return Optional.empty();
        }
        ExpectedNamespace expected = runner.expected();
        files.writeExpected(expected);
        if (!options.verifies()) {
            return Optional.empty();
        }
        say("comparing the namespace with what it has to be");
        return Optional.of(Runner.verify(fs, expected));
    }

    private List<RunResult.Verdict> verdicts(
            List<PhaseResult> phases, Optional<NamespaceCheck> check, Optional<Noise> noise) {
        Optional<ExecutionOptions.Objective> objective = options.objective();
        List<RunResult.Verdict> verdicts = new ArrayList<>();
        long failed = phases.stream().mapToLong(PhaseResult::failed).sum();
        if (failed > options.maxFailures()) {
            verdicts.add(new RunResult.Verdict(
                    FAILED, failed + " operations failed, more than " + options.maxFailures() + ": see errors.csv"));
        }
        check.filter(found -> !found.isRight())
                .ifPresent(found -> verdicts.add(new RunResult.Verdict(FAILED, VerifyCommand.describe(found))));
        for (PhaseResult phase : phases) {
            objective
                    .filter(wanted -> phase.response().getValueAtPercentile(wanted.percentile()) > wanted.micros())
                    .ifPresent(wanted -> verdicts.add(new RunResult.Verdict(
                            FAILED,
                            phase.name() + ": the response time at p" + wanted.percentile() + " is "
                                    + phase.response().getValueAtPercentile(wanted.percentile()) + " us, more than "
                                    + wanted.micros() + " us")));
            if (phase.isSaturated()) {
                verdicts.add(new RunResult.Verdict(
                        SATURATED,
                        String.format(
                                Locale.ROOT,
                                "%s: %.0f operations a second are more than half of the %.0f that these clients can make at"
                                        + " all: the clients may be what is slow. Use more machines (--agents)",
                                phase.name(),
                                phase.throughput(),
                                phase.ceiling())));
            }
        }
        noise.filter(Noise::isLoud)
                .ifPresent(loud -> verdicts.add(
                        new RunResult.Verdict(NOISY, "the machine was not quiet: " + loud + ". Repeat it")));
        return verdicts;
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    private void print(RunResult result) {
        say(String.format(
                Locale.ROOT,
                "%-16s %12s %8s %10s %10s %10s %10s %12s",
                "operation",
                "ok",
                "failed",
                "ops/s",
                "p50 us",
                "p99 us",
                "max us",
                "from due p99"));
        for (PhaseResult phase : result.phases()) {
            phase.kinds()
                    .forEach((kind, sum) -> say(String.format(
                            Locale.ROOT,
                            "%-16s %12d %8d %10.1f %10d %10d %10d %12d",
                            kind.word(),
                            sum.succeeded(),
                            sum.failed(),
                            phase.elapsedNanos() == 0 ? 0 : sum.succeeded() * 1e9 / phase.elapsedNanos(),
                            sum.service().getValueAtPercentile(50),
                            sum.service().getValueAtPercentile(99),
                            sum.service().getMaxValue(),
                            sum.response().getValueAtPercentile(99))));
            say(String.format(
                    Locale.ROOT,
                    "%s: %.1f operations a second, %s%s",
                    phase.name(),
                    phase.throughput(),
                    loop(),
                    phase.ceiling() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "; the clients can make %.0f of a file system that does nothing",
                                    phase.ceiling())));
            if (phase.lag().getTotalCount() > 0) {
                say("clients that waited woke late by p50 " + phase.lag().getValueAtPercentile(50) + " us, p99 "
                        + phase.lag().getValueAtPercentile(99) + " us, which is in the times from due");
            }
        }
        result.namespace().ifPresent(check -> say("namespace: " + VerifyCommand.describe(check)));
        result.verdicts().forEach(verdict -> say("NOT WELL: " + verdict.text()));
        say("results are in " + options.out());
    }

    private String loop() {
        if (plan.work().name().startsWith(Replay.NAME)) {
            return "open loop of a trace";
        }
        return plan.load().isClosed() ? "closed loop" : "open loop " + plan.load();
    }
}
