package io.lambdafs.migration;

import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Reads a table from its beginning, a page at a time. */
final class RowCursor {
    private final MovableStore store;
    private final MoveTable table;
    private final int pageRows;
    private List<MoveRow> page = List.of();
    private int position;
    private Optional<MoveKey> last = Optional.empty();
    private boolean ended;

    RowCursor(MovableStore store, MoveTable table, int pageRows) {
        this.store = store;
        this.table = table;
        this.pageRows = pageRows;
    }

    boolean hasNext() {
        if (position == page.size() && !ended) {
            page = store.read(table, last, pageRows);
            position = 0;
            ended = page.isEmpty();
        }
        return position < page.size();
    }

    /** The next row, which {@link #hasNext} has found. */
    MoveRow peek() {
        if (!hasNext()) {
            throw new NoSuchElementException("the table " + table + " has no more rows");
        }
        return page.get(position);
    }

    MoveRow next() {
        MoveRow row = peek();
        position++;
        last = Optional.of(row.key());
        return row;
    }
}
