package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.ColumnDefinition;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes primary keys that are numbers. */
final class NumberKeys {
    private NumberKeys() {}

    static List<Long> read(TableDefinition table, Row row) {
        List<Long> key = new ArrayList<>();
        for (int column = 0; column < table.keyColumns(); column++) {
            key.add(isInt(table, column) ? row.getInt(column) : row.getLong(column));
        }
        return key;
    }

    static void write(TableDefinition table, Row row, List<Long> key) {
        for (int column = 0; column < table.keyColumns(); column++) {
            if (isInt(table, column)) {
                row.put(column, key.get(column).intValue());
            } else {
                row.put(column, key.get(column).longValue());
            }
        }
    }

    private static boolean isInt(TableDefinition table, int column) {
        return table.columns().get(column).type() == ColumnDefinition.Type.INT;
    }
}
