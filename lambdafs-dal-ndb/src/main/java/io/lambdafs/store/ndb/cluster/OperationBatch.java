package io.lambdafs.store.ndb.cluster;

import com.mysql.ndbjtie.ndbapi.NdbOperation.OperationOptions;
import com.mysql.ndbjtie.ndbapi.NdbOperation.OperationOptionsConst;
import com.mysql.ndbjtie.ndbapi.NdbOperationConst;
import com.mysql.ndbjtie.ndbapi.NdbTransaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations on single rows that go to the cluster together, in one round trip for each {@value #MOST_AT_ONCE} of them.
 * They run side by side: none may depend on another of the same batch.
 */
public final class OperationBatch {
    /** Bounds the memory that a batch takes on both sides. */
    static final int MOST_AT_ONCE = 512;

    /** The NDB API's flag for a read that does not wait for a lock; NdbJTie has no name for it. */
    private static final long WITHOUT_WAITING = 0x1000;

    private final List<Operation> operations = new ArrayList<>();

    /** An operation that is still to be passed to the NDB API. */
    interface Operation {
        NdbOperationConst define(Definition on);

        /** Called once it has been carried out and did not make the transaction fail. */
        void done(int errorCode);
    }

    /** Where operations are defined. */
    record Definition(NdbTransaction transaction, Tables tables, RowMemory memory, OperationOptions options) {
        /** Options of an operation whose failure leaves the transaction alive. */
        OperationOptions tolerant() {
            options.optionsPresent(OperationOptionsConst.Flags.OO_ABORTOPTION);
            options.abortOption(NdbOperationConst.AbortOption.AO_IgnoreError);
            return options;
        }

        /** Options of a read that does not wait for a lock. */
        OperationOptions withoutWaiting() {
            options.optionsPresent(WITHOUT_WAITING);
            return options;
        }
    }

    public boolean isEmpty() {
        return operations.isEmpty();
    }

    List<Operation> operations() {
        return operations;
    }

    /** Reads the row with this primary key. */
    public <T> Read<T> read(TableDefinition table, RowWriter key, ReadLock lock, RowReader<T> reader) {
        Read<T> read = new Read<>(reader);
        operations.add(new Reading(table, null, key, lock, read));
        return read;
    }

    /** Reads the row that a unique index has under this key. */
    public <T> Read<T> readBy(TableDefinition table, String index, RowWriter key, ReadLock lock, RowReader<T> reader) {
        Read<T> read = new Read<>(reader);
        operations.add(new Reading(table, index, key, lock, read));
        return read;
    }

    /** Inserts a row; one that exists makes the transaction fail. */
    public void insert(TableDefinition table, RowWriter row) {
        operations.add(new Writing(table, row, Writing.Verb.INSERT));
    }

    /** Inserts a row unless one with its key exists; waits for another transaction that inserts it. */
    public Insertion insertIfAbsent(TableDefinition table, RowWriter row) {
        Insertion insertion = new Insertion();
        operations.add(new TolerantInsert(table, row, insertion));
        return insertion;
    }

    /** Replaces a row; one that does not exist makes the transaction fail. */
    public void update(TableDefinition table, RowWriter row) {
        operations.add(new Writing(table, row, Writing.Verb.UPDATE));
    }

    /** Inserts or replaces a row. */
    public void put(TableDefinition table, RowWriter row) {
        operations.add(new Writing(table, row, Writing.Verb.PUT));
    }

    /** Deletes the row with this primary key; one that does not exist makes the transaction fail. */
    public void delete(TableDefinition table, RowWriter key) {
        operations.add(new Writing(table, key, Writing.Verb.DELETE));
    }

    /** Deletes the row with this primary key, if there is one. */
    public void deleteIfPresent(TableDefinition table, RowWriter key) {
        operations.add(new TolerantDelete(table, key));
    }

    /** Adds what another batch has. */
    public void addAll(OperationBatch other) {
        operations.addAll(other.operations);
    }

    /** A read by the primary key, or by a unique index. */
    private static final class Reading implements Operation {
        private final TableDefinition table;
        private final @Nullable String index;
        private final RowWriter key;
        private final ReadLock lock;
        private final Read<?> read;
        private @Nullable Row row;

        Reading(TableDefinition table, @Nullable String index, RowWriter key, ReadLock lock, Read<?> read) {
            this.table = table;
            this.index = index;
            this.key = key;
            this.lock = lock;
            this.read = read;
        }

        @Override
        public NdbOperationConst define(Definition on) {
            NdbTable known = on.tables().get(table);
            Row wanted = on.memory().row(index == null ? known.rows() : known.index(index));
            key.write(wanted);
            Row result = on.memory().row(known.rows());
            row = result;
            OperationOptions options = lock.withoutWaiting() ? on.withoutWaiting() : null;
            return on.transaction()
                    .readTuple(
                            wanted.layout().record(),
                            wanted.memory(),
                            result.layout().record(),
                            result.memory(),
                            lock.mode(),
                            null,
                            options,
                            options == null ? 0 : OperationOptions.size());
        }

        @Override
        public void done(int errorCode) {
            if (errorCode == 0 && row != null) {
                read.found(row);
            } else if (errorCode == NdbErrors.TAKEN) {
                read.takenByAnother();
            }
            row = null;
        }
    }

    /** A change of one row that must succeed. */
    private record Writing(TableDefinition table, RowWriter writer, Verb verb) implements Operation {
        enum Verb {
            INSERT,
            UPDATE,
            PUT,
            DELETE
        }

        @Override
        public NdbOperationConst define(Definition on) {
            NdbTable known = on.tables().get(table);
            Row row = on.memory().row(known.rows());
            writer.write(row);
            NdbTransaction tx = on.transaction();
            var record = row.layout().record();
            var memory = row.memory();
            return switch (verb) {
                case INSERT -> tx.insertTuple(record, memory, null, null, 0);
                case UPDATE -> tx.updateTuple(record, memory, record, memory, known.changeableColumns(), null, 0);
                case PUT -> tx.writeTuple(record, memory, record, memory, null, null, 0);
                case DELETE -> tx.deleteTuple(record, memory, record, null, null, null, 0);
            };
        }

        @Override
        public void done(int errorCode) {
            // It succeeded, or the transaction would have failed.
        }
    }

    /** An insertion that may find the row there. */
    private record TolerantInsert(TableDefinition table, RowWriter writer, Insertion insertion) implements Operation {
        @Override
        public NdbOperationConst define(Definition on) {
            Row row = on.memory().row(on.tables().get(table).rows());
            writer.write(row);
            return on.transaction()
                    .insertTuple(row.layout().record(), row.memory(), null, on.tolerant(), OperationOptions.size());
        }

        @Override
        public void done(int errorCode) {
            if (errorCode == NdbErrors.PRESENT) {
                insertion.foundDuplicate();
            }
        }
    }

    /** A deletion that may find no row. */
    private record TolerantDelete(TableDefinition table, RowWriter key) implements Operation {
        @Override
        public NdbOperationConst define(Definition on) {
            Row row = on.memory().row(on.tables().get(table).rows());
            key.write(row);
            var record = row.layout().record();
            return on.transaction()
                    .deleteTuple(record, row.memory(), record, null, null, on.tolerant(), OperationOptions.size());
        }

        @Override
        public void done(int errorCode) {
            // It is gone either way.
        }
    }
}
