package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The program: what reads from the cache cost an instance that validates, beside one that is told of changes. */
public final class Validation {
    private static final Grid GRID = new Grid(List.of("stat"), List.of(1, 8, 64));
    private static final double CPU = 2;

    private Validation() {}

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Systems starter = new Systems(options);
        List<SystemUnderTest> systems = new ArrayList<>();
        Verdict verdict;
        try (Results results = new Results(options.out())) {
            for (CompareOptions.Stack stack : options.stacks()) {
                systems.add(starter.lambdaFs(stack));
            }
            GRID.measure(options.plan(), options.plan().files(), results, systems);
            verdict = Verdict.of(targets(results), System.out);
        } finally {
            systems.forEach(SystemUnderTest::close);
        }
        System.exit(verdict.status());
    }

    /** All of them, those too whose figures the run has not. */
    static List<Target> targets(Results results) {
        List<Target> targets = new ArrayList<>();
        for (Cell cell : GRID.cells()) {
            double ratio = FigureTargets.ratio(
                    results, cell, Systems.VALIDATING, Systems.CACHED, Rounds::serverMicrosPerOperation);
            String who = cell.callers() == 1 ? ", 1 caller" : ", " + cell.callers() + " callers";
            targets.add(Target.atMost(cell.work() + who + ": CPU of all servers, validated / told", ratio, CPU, "×"));
        }
        return List.copyOf(targets);
    }
}
