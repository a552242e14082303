package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.verdict.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A figure or table of the paper beside what was measured. For one thread.
 *
 * <p>Has four parts in this order: what the paper found, what was measured, how both compare, and what this machine cannot show.
 */
final class Section {
    private final String key;
    private final String title;
    private final String found;
    private final String hidden;
    private final List<Consumer<Page>> drawings = new ArrayList<>();
    private final List<DataTable> tables = new ArrayList<>();
    private final List<String> comparisons = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();
    private boolean failed;

    /**
     * An empty one.
     *
     * @param key in names of files
     * @param found what the paper found
     * @param hidden what this machine cannot show
     */
    Section(String key, String title, String found, String hidden) {
        this.key = key;
        this.title = title;
        this.found = found;
        this.hidden = hidden;
    }

    /** A table that goes to the page, to a file of comma-separated values and to one for gnuplot. */
    void table(DataTable table) {
        tables.add(table);
        drawings.add(page -> page.table(
                table.heads(),
                table.rows().stream().map(row -> new Page.Row("", row)).toList()));
    }

    /** A table that goes to the files alone, because a chart shows it. */
    void data(DataTable table) {
        tables.add(table);
    }

    /** Something for the page, such as a chart. */
    void draw(Consumer<Page> drawing) {
        drawings.add(drawing);
    }

    /** A sentence about how the paper and the measurement compare. */
    void compare(String sentence) {
        comparisons.add(sentence);
    }

    /** A figure beside what it must be. */
    void must(Target target) {
        targets.add(target);
    }

    /** Says that its experiment could not be made, and why. */
    void fail(String reason) {
        failed = true;
        compare("It failed: " + reason);
        must(Target.atLeast(key + ": could be made", 0, 1, ""));
    }

    /** Whether its experiment could not be made. */
    boolean isFailed() {
        return failed;
    }

    String key() {
        return key;
    }

    String title() {
        return title;
    }

    List<Target> targets() {
        return targets;
    }

    List<DataTable> tables() {
        return tables;
    }

    List<String> comparisons() {
        return comparisons;
    }

    /** Writes it. */
    void writeTo(Page page) {
        page.heading(2, title);
        page.heading(3, "What the paper found");
        page.paragraph(found);
        page.heading(3, "What was measured");
        drawings.forEach(drawing -> drawing.accept(page));
        if (drawings.isEmpty()) {
            page.paragraph("Nothing of its own.");
        }
        page.heading(3, "How they compare");
        comparisons.forEach(page::paragraph);
        if (comparisons.isEmpty()) {
            page.paragraph("There was nothing to compare: this run has one system alone.");
        }
        if (!targets.isEmpty()) {
            page.table(
                    List.of("figure", "value", "must", "verdict"),
                    targets.stream().map(Section::row).toList());
        }
        page.heading(3, "What this machine cannot show");
        page.paragraph(hidden);
    }

    private static Page.Row row(Target target) {
        String verdict = target.isMet() ? "met" : "missed";
        return new Page.Row(
                verdict,
                List.of(
                        target.what(),
                        DataTable.number(target.value()) + " " + target.unit(),
                        (target.atMost() ? "≤ " : "≥ ") + DataTable.number(target.target()),
                        verdict));
    }
}
