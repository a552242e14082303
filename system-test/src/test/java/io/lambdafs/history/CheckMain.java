package io.lambdafs.history;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.system.Stack;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The program behind {@code bin/lambdafs check}. Ends with 0 only if all that was checked was decided, and is in order. */
final class CheckMain {
    private static final int USAGE = 2;

    private final CheckOptions options;
    private final Summary summary;
    private final PrintStream console;

    private CheckMain(CheckOptions options, Summary summary, PrintStream console) {
        this.options = options;
        this.summary = summary;
        this.console = console;
    }

    public static void main(String[] args) throws Exception {
        System.exit(run(List.of(args), Path.of(System.getProperty("java.io.tmpdir")), System.out));
    }

    /** Does it with a new directory in this one for what is recorded, and returns the status to end with. */
    static int run(List<String> arguments, Path parent, PrintStream console) throws Exception {
        try {
            CheckOptions options = CheckOptions.of(arguments, System.currentTimeMillis() % 100_000);
            // Looked for first: without it nobody wants to wait for the simulator.
            HistoryChecker checker =
                    options.wantsHistories() ? HistoryChecker.find().orElseThrow() : null;
            Summary summary = new Summary();
            if (options.simulator().seeds() > 0) {
                summary.add(SimulatorRun.run(options, console));
            }
            if (checker != null) {
                Path directory = Files.createTempDirectory(parent, "lambdafs-check");
                console.printf("seed %d, recordings in %s%n", options.seed(), directory);
                new CheckMain(options, summary, console).check(checker, directory);
            }
            console.println(summary);
            return summary.isClean() ? 0 : 1;
        } catch (CheckOptions.UsageException e) {
            System.err.println(e.getMessage());
            return USAGE;
        }
    }

    private void check(HistoryChecker checker, Path directory) throws Exception {
        long begin = System.nanoTime();
        try (RunningStack running = RunningStack.start(options, directory)) {
            Stack stack = running.stack();
            ProcessHistory history = new ProcessHistory(stack, directory, checker);
            for (int i = 0; options.goesOn(i, Duration.ofNanos(System.nanoTime() - begin)) && !isShown(); i++) {
                ProcessHistory.Report report = history.run(options.plan(i), options.faults(options.plan(i)));
                console.printf("history %d, %s%n", i + 1, report.line());
                summary.add(report);
            }
            summary.started(new LiveInstances(stack.dataDir()).coldStarts());
        }
    }

    /** Whether a rule that is done without has been missed: more histories would say nothing new. */
    private boolean isShown() {
        return !options.without().isEmpty() && summary.hasViolation();
    }

    /** A system that is stopped when the program ends, also when somebody ends it. */
    private record RunningStack(Stack stack, Thread stopper, Closeable platform) implements AutoCloseable {
        static RunningStack start(CheckOptions options, Path directory) throws Exception {
            List<String> startOptions = new ArrayList<>(List.of(options.startOptions()));
            if (!options.store().isEmpty()) {
                startOptions.addAll(Stack.onStore(options.store()));
            }
            Stack stack = Stack.unstarted(options.size().deployments(), 1, startOptions.toArray(String[]::new));
            if (!options.without().isEmpty()) {
                stack = stack.with(WithoutRule.in(directory, CoherenceRule.valueOf(options.without())));
            }
            stack.startAgain();
            RunningStack running = stoppedAtExit(stack);
            return options.alwaysFrozen()
                    ? new RunningStack(stack, running.stopper(), FrozenBetweenCalls.begin(stack))
                    : running;
        }

        private static RunningStack stoppedAtExit(Stack stack) {
            Thread stopper = new Thread(() -> {
                try {
                    stack.close();
                } catch (IOException e) {
                    System.err.println("cannot stop what was started: " + e.getMessage());
                }
            });
            Runtime.getRuntime().addShutdownHook(stopper);
            return new RunningStack(stack, stopper, () -> {});
        }

        @Override
        public void close() throws IOException {
            try {
                Runtime.getRuntime().removeShutdownHook(stopper);
            } catch (IllegalStateException e) {
                // Somebody ends the program, and the hook is at it.
                return;
            }
            platform.close();
            stack.close();
        }
    }
}
