package io.lambdafs.store.ndb;

import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.RowReader;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * A table without an index in the order in which rows are moved. A scan over all rows finds the next {@value #MOST_KEYS} keys in that
 * order, from which pages are read; then the next scan finds those after them. An index of its own would cost every write.
 */
final class MovedBySorting implements MovedTable {
    /** Some tens of megabytes. */
    static final int MOST_KEYS = 250_000;

    private final NdbCluster cluster;
    private final Duration life;
    private final Definition definition;
    private final int mostKeys;
    /** What the last scan found, in order. */
    private NavigableSet<MoveKey> keys = new TreeSet<>();
    /** The keys after this one, up to the last of them, are those that were found; empty before the first scan. */
    private Optional<MoveKey> begin = Optional.empty();

    private boolean scanned;
    private boolean complete;

    MovedBySorting(NdbCluster cluster, Duration life, Definition definition, int mostKeys) {
        this.cluster = cluster;
        this.life = life;
        this.definition = definition;
        this.mostKeys = mostKeys;
    }

    /**
     * What is special about the table.
     *
     * @param index an index of the table, in whatever order
     * @param key the key of a row
     * @param lookUp reads the rows with these keys, which are in order; in that order
     * @param insertion adds the insertions for a row that is moved
     */
    record Definition(
            TableDefinition table,
            String index,
            RowReader<MoveKey> key,
            LookUp lookUp,
            BiConsumer<OperationBatch, MoveRow> insertion) {}

    /** Reads rows by their keys. */
    @FunctionalInterface
    interface LookUp {
        List<MoveRow> rows(ClusterTransaction transaction, List<MoveKey> keys);
    }

    @Override
    public long count() {
        return MovedTables.count(cluster, life, definition.table(), definition.index());
    }

    @Override
    public List<MoveRow> page(Optional<MoveKey> after, int limit) {
        if (!covers(after, limit)) {
            scan(after, Math.max(mostKeys, limit));
        }
        List<MoveKey> next = (after.isPresent() ? keys.tailSet(after.get(), false) : keys)
                .stream().limit(limit).toList();
        if (next.isEmpty()) {
            return List.of();
        }
        try (ClusterTransaction transaction = cluster.begin(life)) {
            return definition.lookUp().rows(transaction, next);
        }
    }

    /** Whether what was found has a whole page after this key, or all that there is. */
    private boolean covers(Optional<MoveKey> after, int limit) {
        if (!scanned || !startsBefore(after)) {
            return false;
        }
        return complete
                || (after.isPresent() ? keys.tailSet(after.get(), false) : keys)
                                .stream().limit(limit).count()
                        == limit;
    }

    private boolean startsBefore(Optional<MoveKey> after) {
        return begin.isEmpty() || (after.isPresent() && after.get().compareTo(begin.get()) >= 0);
    }

    private void scan(Optional<MoveKey> after, int most) {
        PriorityQueue<MoveKey> least = new PriorityQueue<>(Comparator.reverseOrder());
        boolean[] more = {false};
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.scan(Scan.of(definition.table(), definition.index(), List.of(Range.all()), row -> {
                MoveKey key = definition.key().read(row);
                if (after.isEmpty() || key.compareTo(after.get()) > 0) {
                    least.add(key);
                    if (least.size() > most) {
                        least.poll();
                        more[0] = true;
                    }
                }
                return Boolean.TRUE;
            }));
        }
        List<MoveKey> sorted = new ArrayList<>(least);
        Collections.sort(sorted);
        keys = new TreeSet<>(sorted);
        begin = after;
        complete = !more[0];
        scanned = true;
    }

    @Override
    public void insert(OperationBatch batch, MoveRow row) {
        definition.insertion().accept(batch, row);
    }

    @Override
    public void changed() {
        keys = new TreeSet<>();
        scanned = false;
    }
}
