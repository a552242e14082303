package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The program: compares λFS with HDFS, with a bare echo and with itself without a cache. The λFS stacks have as many deployments as one that
 * is started without options. The script {@code benchmark/run} calls it.
 */
public final class Compare {
    private static final List<Cell> WRITES_BESIDE_STATELESS = List.of(new Cell("create", 1), new Cell("mkdirs", 1));

    private final Plan plan;
    private final Selection selection;
    private final Results results;
    private final Measurement measurement;
    private final List<SystemUnderTest> fileSystems;
    private final List<SystemUnderTest> readers;

    private Compare(
            CompareOptions options, Results results, List<SystemUnderTest> fileSystems, List<SystemUnderTest> readers) {
        this.plan = options.plan();
        this.selection = options.selection();
        this.results = results;
        this.measurement = new Measurement(plan, results);
        this.fileSystems = List.copyOf(fileSystems);
        this.readers = List.copyOf(readers);
    }

    /** Takes the arguments of {@link CompareOptions}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CompareOptions options = CompareOptions.parse(args);
        Systems systems = new Systems(options);
        List<SystemUnderTest> started = new ArrayList<>();
        Verdict verdict;
        try (Results results = new Results(options.out())) {
            for (CompareOptions.Stack stack : options.stacks()) {
                started.add(systems.lambdaFs(stack));
            }
            started.add(systems.hdfs());
            List<SystemUnderTest> fileSystems = List.copyOf(started);
            if (options.selection().hasReads()) {
                started.add(systems.echo());
            }
            verdict = new Compare(options, results, fileSystems, started).run();
        } finally {
            started.forEach(SystemUnderTest::close);
        }
        System.exit(verdict.status());
    }

    private Verdict run() throws IOException, InterruptedException {
        for (SystemUnderTest system : fileSystems) {
            system.keepAwake();
        }
        if (selection.needsTree()) {
            makeTrees();
        }
        for (int callers : selection.callers()) {
            for (String read : Selection.READS) {
                measure(new Cell(read, callers), readers);
            }
            measure(new Cell(Selection.NOTHING, callers), fileSystems);
        }
        for (Cell cell : selection.cells(List.of(Selection.MIX))) {
            measure(cell, fileSystems);
        }
        List<SystemUnderTest> beside = fileSystems.stream()
                .filter(system -> !system.name().equals(Systems.STATELESS))
                .toList();
        for (Cell cell : selection.cells(Selection.WRITES)) {
            measure(cell, WRITES_BESIDE_STATELESS.contains(cell) ? fileSystems : beside);
        }
        return Verdict.of(FigureTargets.of(results, selection), System.out);
    }

    private void makeTrees() throws IOException, InterruptedException {
        for (SystemUnderTest system : fileSystems) {
            measurement.progress(
                    "making " + plan.directories() + " directories × " + plan.files() + " files in " + system.name());
            system.makeTree(plan.directories(), plan.files());
        }
        // The caches last and not before: an instance that nobody asks for some seconds gives its cache up.
        for (int i = fileSystems.size() - 1; i >= 0; i--) {
            fileSystems.get(i).sweep();
        }
    }

    private void measure(Cell cell, List<SystemUnderTest> systems) throws IOException, InterruptedException {
        if (selection.has(cell)) {
            measurement.measure(cell, systems);
        }
    }
}
