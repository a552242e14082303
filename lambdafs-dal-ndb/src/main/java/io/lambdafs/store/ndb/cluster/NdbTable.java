package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbDictionary.TableConst;
import java.util.Map;

/** A table that exists in the cluster, with the layouts of its rows and of its indexes' keys. */
final class NdbTable {
    private final TableDefinition definition;
    private final TableConst handle;
    private final RowLayout rows;
    private final Map<String, RowLayout> indexes;
    private final byte[] changeable;

    NdbTable(TableDefinition definition, TableConst handle, RowLayout rows, Map<String, RowLayout> indexes) {
        this.definition = definition;
        this.handle = handle;
        this.rows = rows;
        this.indexes = Map.copyOf(indexes);
        changeable = new byte[(definition.columns().size() + Byte.SIZE - 1) / Byte.SIZE];
        for (int column = definition.keyColumns(); column < definition.columns().size(); column++) {
            changeable[column / Byte.SIZE] |= (byte) (1 << column % Byte.SIZE);
        }
    }

    TableDefinition definition() {
        return definition;
    }

    TableConst handle() {
        return handle;
    }

    RowLayout rows() {
        return rows;
    }

    RowLayout index(String name) {
        RowLayout layout = indexes.get(name);
        if (layout == null) {
            throw new IllegalArgumentException(definition.name() + " has no index " + name);
        }
        return layout;
    }

    /** The columns that an update may change, one bit for each. */
    byte[] changeableColumns() {
        return changeable.clone();
    }
}
