package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the figures of a run should be: most are ratios between systems of the same run. */
final class FigureTargets {
    private static final List<Integer> SEVERAL_CALLERS = List.of(8, Selection.MANY);
    private static final double P50_TO_HDFS = 0.7;
    private static final double READS_TO_HDFS = 2;
    private static final double READS_TO_ECHO = 0.6;
    private static final double WRITES_TO_STATELESS = 1.1;
    private static final Bounds MIX_TO_HDFS = new Bounds(1.5, 2);
    private static final Bounds READ_P99_TO_HDFS = new Bounds(1, 0.5);
    private static final Bounds CHANGES_TO_HDFS = new Bounds(0.6, 1);
    private static final Bounds CREATE_TO_HDFS = new Bounds(0.8, 1.2);
    private static final Bounds MKDIRS_CPU = new Bounds(130, 80);
    private static final Bounds CREATE_CPU = new Bounds(280, 160);
    private static final Bounds CREATES_IN_ONE = new Bounds(8_000, 15_000);

    private final Results results;
    private final Selection selection;
    private final List<Target> targets = new ArrayList<>();

    private FigureTargets(Results results, Selection selection) {
        this.results = results;
        this.selection = selection;
    }

    /** What must be reached, and what had better be. */
    private record Bounds(double must, double stretch) {
        Target atLeast(String what, double value, String unit) {
            return Target.atLeast(what, value, must, unit).orBetter(stretch);
        }

        Target atMost(String what, double value, String unit) {
            return Target.atMost(what, value, must, unit).orBetter(stretch);
        }
    }

    /**
     * All of the selection, those too whose figures the run has not: else it could meet its targets by leaving work out. A run without a
     * cache is part of the whole only.
     */
    static List<Target> of(Results results, Selection selection) {
        FigureTargets all = new FigureTargets(results, selection);
        all.reads();
        all.mix();
        all.writes();
        return List.copyOf(all.targets);
    }

    private void reads() {
        for (String read : Selection.READS) {
            latency(read, Systems.HDFS, P50_TO_HDFS);
            for (int callers : SEVERAL_CALLERS) {
                Cell cell = new Cell(read, callers);
                add(cell, Target.atLeast(rate(cell, Systems.HDFS), perSecond(cell, Systems.HDFS), READS_TO_HDFS, "×"));
                add(cell, Target.atLeast(rate(cell, Systems.ECHO), perSecond(cell, Systems.ECHO), READS_TO_ECHO, "×"));
            }
        }
    }

    private void mix() {
        for (int callers : SEVERAL_CALLERS) {
            throughput(new Cell(Selection.MIX, callers), MIX_TO_HDFS);
        }
        Cell few = new Cell(Selection.MIX, SEVERAL_CALLERS.get(0));
        double p99 = ratio(results, few, Systems.CACHED, Systems.HDFS, Rounds::readP99Micros);
        add(few, READ_P99_TO_HDFS.atMost(name(few) + ": p99 of reads, cached / HDFS", p99, "×"));
    }

    private void writes() {
        for (String change : List.of("mkdirs", "rename", "delete")) {
            for (int callers : SEVERAL_CALLERS) {
                throughput(new Cell(change, callers), CHANGES_TO_HDFS);
            }
        }
        for (int callers : Selection.CALLERS) {
            throughput(new Cell("create", callers), CREATE_TO_HDFS);
        }
        serverTime(new Cell("mkdirs", SEVERAL_CALLERS.get(0)), MKDIRS_CPU);
        serverTime(new Cell("create", SEVERAL_CALLERS.get(0)), CREATE_CPU);
        Cell one = new Cell(Selection.CREATE_IN_ONE, Selection.MANY);
        add(one, CREATES_IN_ONE.atLeast(name(one) + ": ops/s", figure(one, Rounds::perSecond), "/s"));
        if (selection.whole()) {
            for (String write : List.of("create", "mkdirs")) {
                latency(write, Systems.STATELESS, WRITES_TO_STATELESS);
            }
        }
    }

    private void latency(String work, String other, double target) {
        Cell cell = new Cell(work, 1);
        double ratio = ratio(results, cell, Systems.CACHED, other, Rounds::p50Micros);
        add(cell, Target.atMost(work + ", 1 caller: p50, cached / " + other, ratio, target, "×"));
    }

    private void throughput(Cell cell, Bounds bounds) {
        add(cell, bounds.atLeast(rate(cell, Systems.HDFS), perSecond(cell, Systems.HDFS), "×"));
    }

    private void serverTime(Cell cell, Bounds bounds) {
        double micros = figure(cell, Rounds::serverMicrosPerOperation);
        add(cell, bounds.atMost(name(cell) + ": CPU of all servers", micros, "µs"));
    }

    private void add(Cell cell, Target target) {
        if (selection.has(cell)) {
            targets.add(target);
        }
    }

    private static String rate(Cell cell, String other) {
        return name(cell) + ": ops/s, cached / " + other;
    }

    private static String name(Cell cell) {
        return cell.work() + ", " + cell.callers() + (cell.callers() == 1 ? " caller" : " callers");
    }

    private double perSecond(Cell cell, String other) {
        return ratio(results, cell, Systems.CACHED, other, Rounds::perSecond);
    }

    /** Of the cached system; not a number, which misses any target, unless it has done something there. */
    private double figure(Cell cell, ToDoubleFunction<Rounds> figure) {
        return results.of(cell, Systems.CACHED)
                .filter(rounds -> rounds.perSecond() > 0)
                .map(figure::applyAsDouble)
                .orElse(Double.NaN);
    }

    /** Of two systems in a cell; not a number, which misses any target, unless both have done something there. */
    static double ratio(Results results, Cell cell, String one, String other, ToDoubleFunction<Rounds> figure) {
        double over = results.of(cell, one).map(figure::applyAsDouble).orElse(Double.NaN);
        double under = results.of(cell, other).map(figure::applyAsDouble).orElse(Double.NaN);
        return over > 0 && under > 0 ? over / under : Double.NaN;
    }
}
