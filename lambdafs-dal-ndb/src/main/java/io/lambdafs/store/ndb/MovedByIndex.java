package io.lambdafs.store.ndb;

import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.RowReader;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** A table that has an index in the order in which rows are moved. */
final class MovedByIndex implements MovedTable {
    private final NdbCluster cluster;
    private final Duration life;
    private final Definition definition;

    MovedByIndex(NdbCluster cluster, Duration life, Definition definition) {
        this.cluster = cluster;
        this.life = life;
        this.definition = definition;
    }

    /**
     * What is special about the table, whose index {@link Schema#IN_ORDER} is by its primary key.
     *
     * @param key writes a key into the columns of the index
     * @param reader makes the row that is moved
     * @param insertion adds the insertions for one
     * @param completion adds to a page what other tables have of its rows
     */
    record Definition(
            TableDefinition table,
            BiConsumer<Row, MoveKey> key,
            RowReader<MoveRow> reader,
            BiConsumer<OperationBatch, MoveRow> insertion,
            UnaryOperator<List<MoveRow>> completion) {
        Definition(
                TableDefinition table,
                BiConsumer<Row, MoveKey> key,
                RowReader<MoveRow> reader,
                BiConsumer<OperationBatch, MoveRow> insertion) {
            this(table, key, reader, insertion, UnaryOperator.identity());
        }
    }

    @Override
    public long count() {
        return MovedTables.count(cluster, life, definition.table(), Schema.IN_ORDER);
    }

    @Override
    public List<MoveRow> page(Optional<MoveKey> after, int limit) {
        Range range = after.map(last -> Range.after(
                        row -> definition.key().accept(row, last),
                        definition.table().keyColumns()))
                .orElseGet(Range::all);
        try (ClusterTransaction transaction = cluster.begin(life)) {
            return definition
                    .completion()
                    .apply(transaction.scan(
                            Scan.inOrder(definition.table(), Schema.IN_ORDER, range, limit, definition.reader())));
        }
    }

    @Override
    public void insert(OperationBatch batch, MoveRow row) {
        definition.insertion().accept(batch, row);
    }
}
