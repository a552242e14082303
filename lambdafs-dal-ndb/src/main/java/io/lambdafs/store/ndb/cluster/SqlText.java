package io.lambdafs.store.ndb.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tables as SQL, for clusters with SQL nodes. */
public final class SqlText {
    private SqlText() {}

    /** The statement that creates a table as the program itself would. */
    public static String create(TableDefinition table) {
        List<String> parts = new ArrayList<>();
        table.columns().forEach(column -> parts.add(column(column)));
        parts.add("PRIMARY KEY USING HASH ("
                + names(
                        table,
                        java.util.stream.IntStream.range(0, table.keyColumns())
                                .boxed()
                                .toList()) + ")");
        table.indexes().forEach(index -> parts.add(index(table, index)));
        String partition = table.partitionColumns() == table.keyColumns()
                ? ""
                : " PARTITION BY KEY ("
                        + names(
                                table,
                                java.util.stream.IntStream.range(0, table.partitionColumns())
                                        .boxed()
                                        .toList())
                        + ")";
        return "CREATE TABLE " + table.name() + " (\n    " + String.join(",\n    ", parts) + "\n) ENGINE=NDBCLUSTER"
                + partition + ";\n";
    }

    private static String column(ColumnDefinition column) {
        String type = switch (column.type()) {
            case INT -> "INT";
            case BIGINT -> "BIGINT";
            case UNSIGNED -> "INT UNSIGNED";
            case BYTES -> "VARBINARY(" + column.length() + ")";
        };
        return column.name() + " " + type + (column.nullable() ? "" : " NOT NULL");
    }

    private static String index(TableDefinition table, IndexDefinition index) {
        String columns = " (" + names(table, index.columns()) + ")";
        return index.kind() == IndexDefinition.Kind.UNIQUE
                ? "UNIQUE KEY " + index.name() + columns + " USING HASH"
                : "KEY " + index.name() + columns;
    }

    private static String names(TableDefinition table, List<Integer> columns) {
        return columns.stream()
                .map(column -> table.columns().get(column).name())
                .collect(Collectors.joining(", "));
    }
}
