package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the figures of a run should be, as ratios between systems of the same run. */
final class Targets {
    private static final double P50_TO_HDFS = 0.7;
    private static final double READS_TO_HDFS = 2;
    private static final double READS_TO_ECHO = 0.6;
    private static final double MIX_TO_HDFS = 1.5;
    private static final double CREATE_TO_STATELESS = 1.1;

    private final Results results;
    private final List<Target> targets = new ArrayList<>();

    private Targets(Results results) {
        this.results = results;
    }

    /** All of them, those too whose figures the run has not: else it could meet its targets by leaving work out. */
    static List<Target> of(Results results) {
        Targets all = new Targets(results);
        for (String read : Compare.READS) {
            all.latency(read, Systems.HDFS, P50_TO_HDFS);
            for (int callers : Compare.MANY_CALLERS) {
                all.throughput(new Cell(read, callers), Systems.HDFS, READS_TO_HDFS);
                all.throughput(new Cell(read, callers), Systems.ECHO, READS_TO_ECHO);
            }
        }
        for (int callers : Compare.MANY_CALLERS) {
            all.throughput(new Cell("mix", callers), Systems.HDFS, MIX_TO_HDFS);
        }
        for (String write : Compare.WRITES) {
            all.latency(write, Systems.STATELESS, CREATE_TO_STATELESS);
        }
        return List.copyOf(all.targets);
    }

    private void latency(String work, String other, double target) {
        double ratio = ratio(new Cell(work, 1), other, Rounds::p50Micros);
        targets.add(Target.atMost(work + ", 1 caller: p50, cached / " + other, ratio, target, "×"));
    }

    private void throughput(Cell cell, String other, double target) {
        targets.add(Target.atLeast(
                cell.work() + ", " + cell.callers() + " callers: ops/s, cached / " + other,
                ratio(cell, other, Rounds::perSecond),
                target,
                "×"));
    }

    private double ratio(Cell cell, String other, ToDoubleFunction<Rounds> figure) {
        return ratio(results, cell, Systems.CACHED, other, figure);
    }

    /** Of two systems in a cell; not a number, which misses any target, unless both have done something there. */
    static double ratio(Results results, Cell cell, String one, String other, ToDoubleFunction<Rounds> figure) {
        double over = results.of(cell, one).map(figure::applyAsDouble).orElse(Double.NaN);
        double under = results.of(cell, other).map(figure::applyAsDouble).orElse(Double.NaN);
        return over > 0 && under > 0 ? over / under : Double.NaN;
    }
}
