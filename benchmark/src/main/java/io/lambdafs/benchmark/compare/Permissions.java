package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The program: what it costs to change the mode or the owner of a directory, which the instances of every deployment have to forget.
 * The λFS stack has as many deployments as one that is started without options.
 */
public final class Permissions {
    /** The first two change nothing, as many programs' calls do; the others always do. */
    private static final Grid GRID =
            new Grid(List.of("chmod-again", "chown-again", "chmod", "chown"), List.of(1, 8, 64));

    private static final double TO_HDFS = 0.2;
    private static final int FILES = 1;

    private Permissions() {}

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
            systems.add(starter.hdfs());
            GRID.measure(options.plan(), FILES, results, systems);
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
            double ratio = FigureTargets.ratio(results, cell, Systems.CACHED, Systems.HDFS, Rounds::perSecond);
            targets.add(Target.atLeast(
                    cell.work() + " of directories, " + cell.callers() + " callers: ops/s, cached / HDFS",
                    ratio,
                    TO_HDFS,
                    "×"));
        }
        return List.copyOf(targets);
    }
}
