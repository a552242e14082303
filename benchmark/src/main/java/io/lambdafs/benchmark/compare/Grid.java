package io.lambdafs.benchmark.compare;

import java.io.IOException;
import java.util.List;

/**
 * Each of some works by each of some numbers of callers.
 *
 * @param works names of works
 * @param callers how many callers there are at once
 */
record Grid(List<String> works, List<Integer> callers) {
    Grid {
        works = List.copyOf(works);
        callers = List.copyOf(callers);
    }

    /** All cells, work by work. */
    List<Cell> cells() {
        return works.stream()
                .flatMap(work -> callers.stream().map(number -> new Cell(work, number)))
                .toList();
    }

    /** Makes a tree of so many files in each system, has its caches filled, and measures all cells. */
    void measure(Plan plan, int files, Results results, List<SystemUnderTest> systems)
            throws IOException, InterruptedException {
        fill(plan, files, systems);
        measure(plan, results, systems);
    }

    /** Makes a tree of so many files in each system, and has its caches filled. */
    void fill(Plan plan, int files, List<SystemUnderTest> systems) throws IOException, InterruptedException {
        for (SystemUnderTest system : systems) {
            system.keepAwake();
            system.makeTree(plan.directories(), files);
            system.sweep();
        }
    }

    /** Measures all cells with systems that have their tree. */
    void measure(Plan plan, Results results, List<SystemUnderTest> systems) throws IOException, InterruptedException {
        Measurement measurement = new Measurement(plan, results);
        for (Cell cell : cells()) {
            measurement.measure(cell, systems);
        }
    }
}
