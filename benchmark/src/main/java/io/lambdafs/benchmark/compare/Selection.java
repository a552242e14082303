package io.lambdafs.benchmark.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which of the cells of {@link Compare} are measured.
 *
 * @param whole whether nothing was left out
 */
record Selection(List<String> rows, List<Integer> callers, boolean whole) {
    static final List<String> READS = List.of("stat", "open", "ls");
    static final String NOTHING = "nothing";
    static final String MIX = "mix";
    /** All callers create in one directory. */
    static final String CREATE_IN_ONE = "create-in-one";
    /** The single operations that write. */
    static final List<String> WRITES =
            List.of("mkdirs", "create", "rename", "delete", "chmod-file", "set-times", "append", CREATE_IN_ONE);

    static final List<String> ROWS = Stream.of(READS, List.of(NOTHING, MIX), WRITES)
            .flatMap(List::stream)
            .toList();
    static final int MANY = 64;
    static final List<Integer> CALLERS = List.of(1, 8, MANY);
    private static final int MOST_CALLERS = 512;

    Selection {
        rows = List.copyOf(rows);
        callers = List.copyOf(callers);
    }

    /** Everything. */
    static Selection all() {
        return new Selection(ROWS, CALLERS, true);
    }

    /**
     * Reads lists with commas; an empty one is everything.
     *
     * @throws IllegalArgumentException if there is no such row, or a number is none of callers
     */
    static Selection parse(String rows, String callers) {
        if (rows.isEmpty() && callers.isEmpty()) {
            return all();
        }
        return new Selection(
                rows.isEmpty() ? ROWS : names(rows), callers.isEmpty() ? CALLERS : numbers(callers), false);
    }

    private static List<String> names(String text) {
        List<String> names = List.of(text.split(",", -1));
        for (String name : names) {
            if (!ROWS.contains(name)) {
                throw new IllegalArgumentException(
                        "--rows: there is no row '" + name + "'; the rows are " + String.join(",", ROWS));
            }
        }
        return names.stream().distinct().toList();
    }

    private static List<Integer> numbers(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int number = part.matches("[0-9]{1,3}") ? Integer.parseInt(part) : 0;
            if (number < 1 || number > MOST_CALLERS) {
                throw new IllegalArgumentException(
                        "--callers: '" + part + "' is not a number from 1 to " + MOST_CALLERS);
            }
            numbers.add(number);
        }
        return numbers.stream().distinct().toList();
    }

    /** The cells of some rows, in their order. One directory is for many callers, unless others are asked for. */
    List<Cell> cells(List<String> some) {
        List<Cell> cells = new ArrayList<>();
        for (String row : some) {
            for (int count : callers) {
                if (rows.contains(row) && (!row.equals(CREATE_IN_ONE) || count == MANY || !callers.contains(MANY))) {
                    cells.add(new Cell(row, count));
                }
            }
        }
        return cells;
    }

    boolean has(Cell cell) {
        return cells(ROWS).contains(cell);
    }

    boolean hasReads() {
        return READS.stream().anyMatch(rows::contains);
    }

    /** Whether something needs the tree that is read. */
    boolean needsTree() {
        return hasReads() || rows.contains(MIX);
    }
}
