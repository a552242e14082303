package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbDictionary.Column;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.ColumnConst;

/** How the program's columns are passed to the NDB API. */
final class Columns {
    private Columns() {}

    private static int type(ColumnDefinition column) {
        return switch (column.type()) {
            case INT -> ColumnConst.Type.Int;
            case BIGINT -> ColumnConst.Type.Bigint;
            case UNSIGNED -> ColumnConst.Type.Unsigned;
            case BYTES -> column.lengthBytes() == 1 ? ColumnConst.Type.Varbinary : ColumnConst.Type.Longvarbinary;
        };
    }

    /** A new native column, to be deleted once it has been added to its table. */
    static Column create(ColumnDefinition definition, boolean inKey, boolean inPartitionKey) {
        Column column = Column.create(definition.name());
        column.setType(type(definition));
        if (definition.type() == ColumnDefinition.Type.BYTES) {
            column.setLength(definition.length());
        }
        column.setNullable(definition.nullable());
        column.setPrimaryKey(inKey);
        column.setPartitionKey(inPartitionKey);
        return column;
    }

    static boolean isLike(ColumnConst found, ColumnDefinition wanted) {
        return found.getName().equals(wanted.name())
                && found.getType() == type(wanted)
                && found.getNullable() == wanted.nullable()
                && (wanted.type() != ColumnDefinition.Type.BYTES || found.getLength() == wanted.length());
    }
}
