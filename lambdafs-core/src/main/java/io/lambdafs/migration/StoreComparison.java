package io.lambdafs.migration;

import io.lambdafs.migration.MigrationProgress.Phase;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Compares two stores row by row, in the order of the keys. */
final class StoreComparison {
    private static final int MOST_NAMED = 10;

    private final MovableStore source;
    private final MovableStore target;
    private final int pageRows;
    private final MigrationProgress progress;
    private final List<String> differences = new ArrayList<>();
    private final Map<MoveTable, Long> rows = new EnumMap<>(MoveTable.class);
    private long different;

    StoreComparison(MovableStore source, MovableStore target, int pageRows, MigrationProgress progress) {
        this.source = source;
        this.target = target;
        this.pageRows = pageRows;
        this.progress = progress;
    }

    /**
     * Compares everything, and returns the number of rows of each table.
     *
     * @throws MigrationException if anything differs, with the first differences
     */
    Map<MoveTable, Long> requireSame(Map<MoveTable, Long> counted) {
        for (MoveTable table : MoveTable.values()) {
            rows.put(table, compare(table, counted.getOrDefault(table, 0L)));
        }
        if (!source.header().equals(target.header())) {
            different("the source's identity or numbers are " + source.header() + ", the target's " + target.header());
        }
        if (different > 0) {
            throw new MigrationException(different + " differences between source and target, among them:\n  "
                    + String.join("\n  ", differences)
                    + "\nThe target cannot be used. Delete it and move to an empty store again; the source is as it"
                    + " was");
        }
        return rows;
    }

    private long compare(MoveTable table, long total) {
        RowCursor ours = new RowCursor(source, table, pageRows);
        RowCursor theirs = new RowCursor(target, table, pageRows);
        long compared = 0;
        while (ours.hasNext() || theirs.hasNext()) {
            int order = order(ours, theirs);
            if (order < 0) {
                different(table.label() + ": the target lacks " + ours.next());
            } else if (order > 0) {
                different(table.label() + ": the source lacks " + theirs.next());
            } else {
                compare(table, ours.next(), theirs.next());
            }
            compared += order <= 0 ? 1 : 0;
            if (compared < total && compared % pageRows == 0) {
                progress.rows(Phase.COMPARE, table, compared, total);
            }
        }
        progress.rows(Phase.COMPARE, table, compared, total);
        if (compared != total) {
            different(table.label() + ": " + compared + " rows in the source, where " + total + " were counted");
        }
        return compared;
    }

    private static int order(RowCursor ours, RowCursor theirs) {
        if (!ours.hasNext() || !theirs.hasNext()) {
            return ours.hasNext() ? -1 : 1;
        }
        return ours.peek().key().compareTo(theirs.peek().key());
    }

    private void compare(MoveTable table, MoveRow ours, MoveRow theirs) {
        if (!ours.equals(theirs)) {
            different(table.label() + ": the source has " + ours + ", the target " + theirs);
        }
    }

    private void different(String what) {
        different++;
        if (differences.size() < MOST_NAMED) {
            differences.add(what);
        }
    }
}
