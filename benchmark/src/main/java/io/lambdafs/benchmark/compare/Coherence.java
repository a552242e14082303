package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program: what a write costs that others have to be told of. The stacks are named by the number of instances that
 * share their one deployment; the one called {@code stateless} has nothing to tell.
 */
public final class Coherence {
    private static final List<String> WRITES = List.of("create", "mkdirs");
    private static final String SHARING = "members-";
    private static final int SHARERS_OF_WRITE = 2;
    private static final int SHARERS_OF_ROUND = 4;
    /** Two transactions and two rounds; the other write, mkdirs, is printed without a target. */
    private static final String CREATE = "create";

    private static final double CREATE_TO_STATELESS = 2;
    private static final double ROUND_MILLIS = 3;
    /** Until an instance has reported its last rounds. */
    private static final int REPORT_MILLIS = 1_000;

    private final Plan plan;
    private final Results results;
    private final List<SystemUnderTest> systems;

    private Coherence(Plan plan, Results results, List<SystemUnderTest> systems) {
        this.plan = plan;
        this.results = results;
        this.systems = List.copyOf(systems);
    }

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Systems starter = new Systems(options);
        List<SystemUnderTest> systems = new ArrayList<>();
        Verdict verdict;
        try (Results results = new Results(options.out())) {
            for (CompareOptions.Stack stack : options.stacks()) {
                systems.add(stack.mode().startsWith(SHARING) ? shared(starter, stack) : starter.lambdaFs(stack));
            }
            new Coherence(options.plan(), results, systems)
                    .run(
                            options.selection().whole()
                                    ? List.of(1)
                                    : options.selection().callers());
            TimeUnit.MILLISECONDS.sleep(REPORT_MILLIS);
            verdict = Verdict.of(targets(results, roundMillis(options.stacks())), System.out);
        } finally {
            systems.forEach(SystemUnderTest::close);
        }
        System.exit(verdict.status());
    }

    private static SystemUnderTest shared(Systems starter, CompareOptions.Stack stack)
            throws IOException, InterruptedException {
        StackInstances members = new StackInstances(stack, Systems.platform(stack));
        ChildProcess httpClient = starter.httpClient(stack);
        return starter.lambdaFs(stack, processes -> new ComparedStack(processes, members, httpClient, count(stack)));
    }

    private static int count(CompareOptions.Stack stack) {
        return Integer.parseInt(stack.mode().substring(SHARING.length()));
    }

    /** A lone caller decides on targets; others are for whom they are selected. */
    private void run(List<Integer> callers) throws IOException, InterruptedException {
        Measurement measurement = new Measurement(plan, results);
        for (String write : WRITES) {
            for (int count : callers) {
                measurement.measure(new Cell(write, count), systems);
            }
        }
    }

    /**
     * All of them, those too whose figures the run has not.
     *
     * @param roundMillis the median of a round with so many sharers as there is a target for; else not a number
     */
    static List<Target> targets(Results results, double roundMillis) {
        double ratio = FigureTargets.ratio(
                results, new Cell(CREATE, 1), SHARING + SHARERS_OF_WRITE, Systems.STATELESS, Rounds::p50Micros);
        return List.of(
                Target.atMost(CREATE + ", one remote sharer: p50, cached / stateless", ratio, CREATE_TO_STATELESS, "×"),
                Target.atMost(
                        "round with " + SHARERS_OF_ROUND + " live members: p50", roundMillis, ROUND_MILLIS, "ms"));
    }

    /** Prints what rounds took in each stack. */
    private static double roundMillis(List<CompareOptions.Stack> stacks) throws IOException, InterruptedException {
        double millis = Double.NaN;
        System.out.println();
        for (CompareOptions.Stack stack : stacks) {
            if (stack.mode().startsWith(SHARING)) {
                StackInstances members = new StackInstances(stack, Systems.platform(stack));
                long rounds = members.ofLeader("rounds-led");
                double p50 = rounds > 0 ? members.ofLeader("rounds-led-p50-micros") : Double.NaN;
                System.out.println(stack.mode() + ": " + rounds + " rounds led, p50 " + p50 + " µs, p99 "
                        + members.ofLeader("rounds-led-p99-micros") + " µs");
                if (count(stack) == SHARERS_OF_ROUND) {
                    millis = p50 / 1e3;
                }
            }
        }
        return millis;
    }
}
