package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbDictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Column;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Dictionary;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Index;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.IndexConst;
import com.mysql.ndbjtie.ndbapi.NdbErrorConst;
import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Creates and drops tables through the NDB API, without an SQL node. What exists is left as it is, so that processes may
 * do so at once, and go on where another one was interrupted.
 */
public final class SchemaEditor {
    /** Where MySQL keeps the statistics of ordered indexes; without these tables none can be created. */
    private static final String STATISTICS_DATABASE = "mysql";

    private static final TableDefinition STATISTICS_HEAD = new TableDefinition(
            "ndb_index_stat_head",
            unsigned(
                    "index_id",
                    "index_version",
                    "table_id",
                    "frag_count",
                    "value_format",
                    "sample_version",
                    "load_time",
                    "sample_count",
                    "key_bytes"),
            2,
            2,
            List.of());

    private static final TableDefinition STATISTICS_SAMPLE = new TableDefinition(
            "ndb_index_stat_sample",
            List.of(
                    unsigned("index_id").get(0),
                    unsigned("index_version").get(0),
                    unsigned("sample_version").get(0),
                    ColumnDefinition.bytes("stat_key", 3056),
                    ColumnDefinition.bytes("stat_value", 2048)),
            4,
            4,
            List.of(IndexDefinition.ordered("ndb_index_stat_sample_x1", 0, 1, 2)));

    private static final int MOST_ATTEMPTS = 40;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(250);

    private final NdbCluster cluster;
    private final Dictionary dictionary;

    private SchemaEditor(NdbCluster cluster, Ndb ndb) {
        this.cluster = cluster;
        dictionary = ndb.getDictionary();
    }

    private static List<ColumnDefinition> unsigned(String... names) {
        return java.util.Arrays.stream(names)
                .map(name -> new ColumnDefinition(name, ColumnDefinition.Type.UNSIGNED, 0, false))
                .toList();
    }

    /**
     * Makes sure that these tables exist in the cluster's database. What another process is creating at that moment can
     * neither be created nor be used yet: then it is tried again, for a bounded time.
     */
    public static void create(NdbCluster cluster, List<TableDefinition> tables) {
        for (int attempt = 1; ; attempt++) {
            try {
                createOnce(cluster, tables);
                return;
            } catch (StoreException e) {
                if (attempt == MOST_ATTEMPTS || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
                forget(cluster, tables);
            }
        }
    }

    /** What was seen of a table while it was being made is of no use. */
    private static void forget(NdbCluster cluster, List<TableDefinition> tables) {
        cluster.inDatabase(
                cluster.database(),
                ndb -> tables.forEach(table -> ndb.getDictionary().invalidateTable(table.name())));
    }

    private static void createOnce(NdbCluster cluster, List<TableDefinition> tables) {
        cluster.inDatabase(cluster.database(), ndb -> {
            SchemaEditor editor = new SchemaEditor(cluster, ndb);
            tables.forEach(editor::create);
        });
        cluster.requireUsable(tables);
    }

    /** Drops these tables with their rows, those that exist. */
    public static void drop(NdbCluster cluster, List<TableDefinition> tables) {
        cluster.inDatabase(cluster.database(), ndb -> {
            for (TableDefinition table : tables) {
                EventStream.drop(ndb.getDictionary(), cluster.database(), table);
                if (ndb.getDictionary().dropTable(table.name()) != 0) {
                    NdbErrorConst error = ndb.getDictionary().getNdbError();
                    if (error.code() != NdbErrors.NO_TABLE && error.code() != 709) {
                        throw NdbErrors.translate(error, "dropping the table " + table.name());
                    }
                }
            }
        });
    }

    private void create(TableDefinition definition) {
        if (dictionary.getTable(definition.name()) == null) {
            NdbDictionary.Table table = NdbDictionary.Table.create(definition.name());
            try {
                for (int number = 0; number < definition.columns().size(); number++) {
                    Column column = Columns.create(
                            definition.columns().get(number),
                            number < definition.keyColumns(),
                            number < definition.partitionColumns());
                    table.addColumn(column);
                    Column.delete(column);
                }
                require(dictionary.createTable(table), "creating the table " + definition.name());
            } finally {
                NdbDictionary.Table.delete(table);
            }
        }
        definition.indexes().forEach(index -> create(definition, index));
    }

    private void create(TableDefinition table, IndexDefinition definition) {
        if (dictionary.getIndex(definition.clusterName(), table.name()) != null) {
            return;
        }
        if (createIndex(table, definition) == NdbErrors.NO_STATISTICS_TABLES) {
            cluster.inDatabase(STATISTICS_DATABASE, ndb -> {
                SchemaEditor statistics = new SchemaEditor(cluster, ndb);
                statistics.create(STATISTICS_HEAD);
                statistics.create(STATISTICS_SAMPLE);
            });
            if (createIndex(table, definition) != 0) {
                throw NdbErrors.translate(dictionary.getNdbError(), "creating the index " + definition.name());
            }
        }
    }

    /** Returns 0, or that the tables for statistics do not exist. */
    private int createIndex(TableDefinition table, IndexDefinition definition) {
        boolean unique = definition.kind() == IndexDefinition.Kind.UNIQUE;
        Index index = Index.create(definition.clusterName());
        try {
            index.setTable(table.name());
            index.setType(unique ? IndexConst.Type.UniqueHashIndex : IndexConst.Type.OrderedIndex);
            index.setLogging(unique);
            for (int column : definition.columns()) {
                index.addColumnName(table.columns().get(column).name());
            }
            int result = dictionary.createIndex(index, false);
            if (result != 0 && dictionary.getNdbError().code() == NdbErrors.NO_STATISTICS_TABLES) {
                return NdbErrors.NO_STATISTICS_TABLES;
            }
            require(result, "creating the index " + definition.name());
            return 0;
        } finally {
            Index.delete(index);
        }
    }

    /** Another process may have been faster. */
    private void require(int result, String doing) {
        if (result != 0) {
            NdbErrorConst error = dictionary.getNdbError();
            if (error.classification() != NdbErrorConst.Classification.SchemaObjectExists
                    && error.code() != NdbErrors.TABLE_EXISTS) {
                throw NdbErrors.translate(error, doing);
            }
        }
    }
}
