package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measures cells and prints each when it is done. */
final class Measurement {
    private final Plan plan;
    private final Results results;
    private final ResultTable table;
    private final long begin = System.nanoTime();

    Measurement(Plan plan, Results results) {
        this.plan = plan;
        this.results = results;
        this.table = new ResultTable(results, System.out);
    }

    /** Round by round, each time in another order, so that noise hits all alike. */
    void measure(Cell cell, List<SystemUnderTest> systems) throws IOException, InterruptedException {
        progress(cell.work() + ", " + cell.callers() + " caller(s)");
        for (SystemUnderTest system : systems) {
            system.run(cell, plan.warmUpMillis());
        }
        List<SystemUnderTest> order = new ArrayList<>(systems);
        for (int round = 0; round < plan.rounds(cell); round++) {
            for (SystemUnderTest system : order) {
                results.add(cell, system.name(), system.run(cell, plan.roundMillis()));
            }
            Collections.rotate(order, 1);
        }
        table.print(cell);
    }

    /** Says on the error output what is being done. */
    void progress(String what) {
        System.err.printf(
                Locale.ROOT,
                "%4d s  %s%n",
                Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                what);
    }
}
