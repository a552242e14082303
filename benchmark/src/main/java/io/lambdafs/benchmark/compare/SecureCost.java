package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The program: what secure mode costs beside simple mode, with TLS on all connections that it has in a stack on one machine. Two stacks
 * answer calls. Two others, of one function without instances in reserve, have cold starts.
 */
public final class SecureCost {
    /** Prefix of the stacks that have cold starts. */
    private static final String COLD = "cold-";

    private static final Grid READS = new Grid(List.of("stat"), List.of(8, 1));
    private static final Grid WRITES = new Grid(List.of("create"), List.of(8, 1));
    private static final Cell STAT = new Cell("stat", 8);
    private static final Cell CREATE = new Cell("create", 8);
    private static final double STAT_CPU = 1.15;
    private static final double STAT_P50 = 1.2;
    private static final double CREATE_COST = 1.1;
    private static final double COLD_MILLIS = 60;
    private static final int COLD_ROUNDS = 4;
    private static final int COLD_STARTS_A_ROUND = 3;

    private SecureCost() {}

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Plan plan = options.plan(Plan.forDifferences());
        Systems starter = new Systems(options);
        List<SystemUnderTest> systems = new ArrayList<>();
        List<Target> targets;
        try (Results results = new Results(options.out())) {
            systems.add(starter.lambdaFs(options.stack(Systems.CACHED)));
            systems.add(withToken(starter, options.stack(Systems.SECURE)));
            READS.measure(plan, plan.files(), results, systems);
            WRITES.measure(options.plan(Plan.forWrites()), results, systems);
            targets = new ArrayList<>(targets(results));
        } finally {
            systems.forEach(SystemUnderTest::close);
        }
        targets.add(coldStarts(options, starter));
        System.exit(Verdict.of(targets, System.out).status());
    }

    /** All of those about calls, those too whose figures the run has not. */
    static List<Target> targets(Results results) {
        return List.of(
                ratio(results, STAT, "CPU of client and servers", Rounds::microsPerOperation, STAT_CPU),
                ratio(results, STAT, "p50", Rounds::p50Micros, STAT_P50),
                ratio(results, CREATE, "CPU of client and servers", Rounds::microsPerOperation, CREATE_COST),
                ratio(results, CREATE, "p50", Rounds::p50Micros, CREATE_COST));
    }

    private static Target ratio(Results results, Cell cell, String what, ToDoubleFunction<Rounds> figure, double most) {
        double ratio = FigureTargets.ratio(results, cell, Systems.SECURE, Systems.CACHED, figure);
        return Target.atMost(
                cell.work() + ", " + cell.callers() + " callers: " + what + ", secure / simple", ratio, most, "×");
    }

    /** A few of one and a few of the other in turn, so that noise hits both alike. */
    private static Target coldStarts(CompareOptions options, Systems starter) throws IOException, InterruptedException {
        CompareOptions.Stack simple = options.stack(COLD + Systems.CACHED);
        CompareOptions.Stack secure = options.stack(COLD + Systems.SECURE);
        try (SystemUnderTest simpleClient = starter.lambdaFs(simple);
                SystemUnderTest secureClient = withToken(starter, secure)) {
            ColdStarts ofSimple = starts(simple, simpleClient);
            ColdStarts ofSecure = starts(secure, secureClient);
            int rounds = options.small() ? 1 : COLD_ROUNDS;
            for (int round = 0; round < rounds; round++) {
                ofSimple.run(COLD_STARTS_A_ROUND);
                ofSecure.run(COLD_STARTS_A_ROUND);
            }
            double before = ofSimple.median(ColdStarts.ColdStart::fromSpawn);
            double after = ofSecure.median(ColdStarts.ColdStart::fromSpawn);
            System.out.printf(
                    Locale.ROOT,
                    "%d cold starts each, medians from spawn to answer: simple %.0f ms, secure %.0f ms%n",
                    ofSecure.count(),
                    before,
                    after);
            return Target.atMost("cold start, spawn to answer: secure - simple", after - before, COLD_MILLIS, "ms");
        }
    }

    /** Its user is the stack's own, who has a token, as jobs have one. */
    private static SystemUnderTest withToken(Systems starter, CompareOptions.Stack stack)
            throws IOException, InterruptedException {
        return starter.secureLambdaFs(stack, stack.data().resolve("user.token"));
    }

    private static ColdStarts starts(CompareOptions.Stack stack, SystemUnderTest client)
            throws IOException, InterruptedException {
        client.once("mkdirs /benchmark");
        return new ColdStarts(Systems.platform(stack), () -> client.once("mkdirs /benchmark"));
    }
}
