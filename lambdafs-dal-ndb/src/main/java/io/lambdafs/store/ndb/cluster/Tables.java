package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Dictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.IndexConst;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.TableConst;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tables of one database as far as they have been asked for. Thread-safe. */
final class Tables {
    private final Ndb ndb;
    private final Map<String, Table> known = new ConcurrentHashMap<>();

    /** The tables as this object finds them, which must live as long as they are used. */
    Tables(Ndb ndb) {
        this.ndb = ndb;
    }

    /** The table; INCOMPATIBLE if the cluster has none with its name. */
    Table get(TableDefinition definition) {
        Table table = known.get(definition.name());
        return table != null ? table : load(definition);
    }

    synchronized boolean has(TableDefinition definition) {
        return known.containsKey(definition.name()) || ndb.getDictionary().getTable(definition.name()) != null;
    }

    private synchronized Table load(TableDefinition definition) {
        return known.computeIfAbsent(definition.name(), name -> {
            Dictionary dictionary = ndb.getDictionary();
            TableConst handle = dictionary.getTable(name);
            if (handle == null) {
                throw NdbErrors.translate(dictionary.getNdbError(), "looking up the table " + name);
            }
            requireColumns(definition, handle);
            Map<String, RowLayout> indexes = new HashMap<>();
            for (IndexDefinition index : definition.indexes()) {
                IndexConst found = dictionary.getIndex(index.clusterName(), name);
                if (found == null) {
                    throw NdbErrors.translate(dictionary.getNdbError(), "looking up the index " + index.name());
                }
                indexes.put(index.name(), new RowLayout(found.getDefaultRecord(), definition.columns()));
            }
            return new Table(
                    definition, handle, new RowLayout(handle.getDefaultRecord(), definition.columns()), indexes);
        });
    }

    private static void requireColumns(TableDefinition definition, TableConst handle) {
        int expected = definition.columns().size();
        boolean same = handle.getNoOfColumns() == expected;
        for (int column = 0; same && column < expected; column++) {
            ColumnDefinition wanted = definition.columns().get(column);
            same = Columns.isLike(handle.getColumn(column), wanted);
        }
        if (!same) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the table " + definition.name() + " has other columns than this program's: use another database");
        }
    }
}
