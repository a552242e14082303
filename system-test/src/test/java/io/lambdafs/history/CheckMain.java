package io.lambdafs.history;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The program behind {@code bin/lambdafs check}. Ends with 0 only if every history was decided, and is in order. */
final class CheckMain {
    private static final int USAGE = 2;

    private CheckMain() {}

    public static void main(String[] args) throws Exception {
        try {
            CheckOptions options = CheckOptions.of(List.of(args), System.currentTimeMillis() % 100_000);
            boolean simulated =
                    options.simulatorSeeds() == 0 || SimulatorRun.run(options.seed(), options.simulatorSeeds());
            boolean clean = !options.wantsHistories() || check(options).isClean();
            if (!simulated) {
                System.out.println("the simulator found a violation, see above");
            }
            System.exit(clean && simulated ? 0 : 1);
        } catch (CheckOptions.UsageException e) {
            System.err.println(e.getMessage());
            System.exit(USAGE);
        }
    }

    private static Summary check(CheckOptions options) throws Exception {
        HistoryChecker checker = HistoryChecker.find().orElseThrow();
        Path directory = Files.createTempDirectory("lambdafs-check");
        System.out.printf("seed %d, recordings in %s%n", options.seed(), directory);
        long begin = System.nanoTime();
        Summary summary = new Summary();
        try (RunningStack running = RunningStack.start(options, directory)) {
            Stack stack = running.stack();
            ProcessHistory history = new ProcessHistory(stack, directory, checker);
            for (int i = 0; options.goesOn(i, Duration.ofNanos(System.nanoTime() - begin)); i++) {
                ProcessHistory.Report report = history.run(options.plan(i));
                System.out.printf("history %d, %s%n", i + 1, report.line());
                summary.add(report);
            }
            System.out.printf("%s; %d instances started%n", summary, new Instances(stack.dataDir()).coldStarts());
        }
        return summary;
    }

    /** A system that is stopped when the program ends, also when somebody ends it. */
    private record RunningStack(Stack stack, Thread stopper) implements AutoCloseable {
        static RunningStack start(CheckOptions options, Path directory) throws IOException {
            List<String> startOptions = new ArrayList<>(List.of(options.startOptions()));
            if (options.isOnNdb()) {
                startOptions.addAll(Stack.onNdb());
            }
            Stack stack = Stack.unstarted(options.size().deployments(), 1, startOptions.toArray(String[]::new));
            if (!options.without().isEmpty()) {
                stack = stack.with(WithoutRule.in(directory, CoherenceRule.valueOf(options.without())));
            }
            stack.startAgain();
            return stoppedAtExit(stack);
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
            return new RunningStack(stack, stopper);
        }

        @Override
        public void close() throws IOException {
            try {
                Runtime.getRuntime().removeShutdownHook(stopper);
            } catch (IllegalStateException e) {
                // Somebody ends the program, and the hook is at it.
                return;
            }
            stack.close();
        }
    }
}
