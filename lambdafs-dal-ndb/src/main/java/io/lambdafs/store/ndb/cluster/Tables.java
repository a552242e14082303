package io.lambdafs.store.ndb.cluster;

import static java.util.Objects.requireNonNull;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Dictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.IndexConst;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.TableConst;
import com.mysql.ndbjtie.ndbapi.NdbRecordConst;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tables of one database as far as they have been asked for. Thread-safe. */
final class Tables {
    private final Ndb ndb;
    private final Map<String, NdbTable> known = new ConcurrentHashMap<>();

    /** The tables as this object finds them, which must live as long as they are used. */
    Tables(Ndb ndb) {
        this.ndb = ndb;
    }

    /** The table; INCOMPATIBLE if the cluster has none with its name. */
    NdbTable get(TableDefinition definition) {
        NdbTable table = known.get(definition.name());
        return table != null ? table : load(definition);
    }

    /** Whether the cluster has the table, and it can be used. */
    synchronized boolean has(TableDefinition definition) {
        if (known.containsKey(definition.name())) {
            return true;
        }
        TableConst handle = ndb.getDictionary().getTable(definition.name());
        return handle != null && isComplete(handle.getDefaultRecord(), definition.name());
    }

    /** Not so while another process is making the table; what was seen of it then is of no use later. */
    private boolean isComplete(@Nullable NdbRecordConst record, String table) {
        if (record == null) {
            ndb.getDictionary().invalidateTable(table);
        }
        return record != null;
    }

    private RowLayout layout(@Nullable NdbRecordConst record, TableDefinition definition) {
        if (!isComplete(record, definition.name())) {
            throw new StoreException(
                    Kind.UNAVAILABLE, "another process is making the table " + definition.name() + ": try again");
        }
        return new RowLayout(requireNonNull(record), definition.columns());
    }

    private synchronized NdbTable load(TableDefinition definition) {
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
                indexes.put(index.name(), layout(found.getDefaultRecord(), definition));
            }
            return new NdbTable(definition, handle, layout(handle.getDefaultRecord(), definition), indexes);
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
        requirePartitions(definition, handle);
    }

    /* It would work all the same, but every listing would ask all data nodes. */
    private static void requirePartitions(TableDefinition definition, TableConst handle) {
        for (int column = 0; column < definition.keyColumns(); column++) {
            if (handle.getColumn(column).getPartitionKey() != column < definition.partitionColumns()) {
                throw new StoreException(
                        Kind.INCOMPATIBLE,
                        "the table " + definition.name() + " is divided into partitions by other columns than this"
                                + " program's: use another database, or make it anew as docs/ndb.md has it");
            }
        }
    }
}
