package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The program: measures the selected rows on λFS stacks that run already, without anything to compare them with and without targets. Simulations
 * are calibrated and checked with what it writes. The script {@code benchmark/run} calls it.
 */
public final class Cells {
    private Cells() {}

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Systems systems = new Systems(options);
        List<SystemUnderTest> started = new ArrayList<>();
        try (Results results = new Results(options.out())) {
            for (CompareOptions.Stack stack : options.stacks()) {
                started.add(systems.lambdaFs(stack));
            }
            measure(options, new Measurement(options.plan(Plan.forSimulation()), results), started);
        } finally {
            started.forEach(SystemUnderTest::close);
        }
    }

    private static void measure(CompareOptions options, Measurement measurement, List<SystemUnderTest> systems)
            throws IOException, InterruptedException {
        Plan plan = options.plan(Plan.forSimulation());
        for (SystemUnderTest system : systems) {
            system.keepAwake();
            measurement.progress(
                    "making " + plan.directories() + " directories × " + plan.files() + " files in " + system.name());
            system.makeTree(plan.directories(), plan.files());
        }
        for (SystemUnderTest system : systems) {
            system.sweep();
        }
        for (Cell cell : options.selection().cells(options.selection().rows())) {
            measurement.measure(cell, systems);
        }
    }
}
