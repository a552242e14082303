package io.lambdafs.benchmark.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Where the labels of a chart's marks stand, so that none covers another. A label stands above its mark if there is room. Otherwise it stands beside it,
 * or in a row further up. A mark for which there is no room in any row has no label; its line is there all the same.
 *
 * @param left no label begins further left
 * @param right no label ends further right
 */
record MarkLabels(double left, double right) {
    /** How wide a letter is at most, on average over a word. */
    static final int LETTER = 7;

    private static final int MOST_ROWS = 3;
    private static final double BESIDE = 2;
    private static final double GAP = 3;

    /**
     * A label.
     *
     * @param text what it says
     * @param x where its anchor is
     * @param anchor which part of the text is there, as SVG calls it
     * @param row 0 is next to the drawing, and others are above it
     */
    record Label(String text, double x, String anchor, int row) {
        private double width() {
            return (double) LETTER * text.length();
        }

        private double from() {
            return switch (anchor) {
                case "start" -> x;
                case "end" -> x - width();
                default -> x - width() / 2;
            };
        }

        private double to() {
            return from() + width();
        }

        private boolean covers(Label other) {
            return row == other.row && from() < other.to() + GAP && other.from() < to() + GAP;
        }
    }

    /**
     * Places labels.
     *
     * @param x where a mark's line is
     */
    List<Label> of(List<LineChart.Mark> marks, ToDoubleFunction<LineChart.Mark> x) {
        List<Label> placed = new ArrayList<>();
        marks.stream()
                .sorted(Comparator.comparingDouble(LineChart.Mark::second))
                .forEach(
                        mark -> free(mark.what(), x.applyAsDouble(mark), placed).ifPresent(placed::add));
        return placed;
    }

    private Optional<Label> free(String text, double x, List<Label> placed) {
        for (int row = 0; row < MOST_ROWS; row++) {
            for (Label label : List.of(
                    new Label(text, x, "middle", row),
                    new Label(text, x + BESIDE, "start", row),
                    new Label(text, x - BESIDE, "end", row))) {
                if (label.from() >= left
                        && label.to() <= right
                        && placed.stream().noneMatch(label::covers)) {
                    return Optional.of(label);
                }
            }
        }
        return Optional.empty();
    }
}
