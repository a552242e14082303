package io.lambdafs.store.ndb;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the database says of moves from it and to it: the seal of a source, and the mark of a target. Both rows are always there, with
 * an empty text for nothing. A registration holds them shared until its writer's row is there, and a change holds its row exclusively:
 * so no writer is registered after the change that the change did not see.
 */
final class Moves {
    private static final int SIDE = 0;
    private static final int STATE = 1;
    private static final int MOST_ATTEMPTS = 4;

    private final NdbCluster cluster;
    private final Duration life;

    Moves(NdbCluster cluster, Duration life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Which part this database has in a move. */
    enum Side {
        SOURCE,
        TARGET;

        private void write(Row row, String state) {
            row.put(SIDE, name()).put(STATE, state);
        }

        private Read<String> read(OperationBatch batch, ReadLock lock) {
            return batch.read(Schema.MOVES, key -> key.put(SIDE, name()), lock, row -> row.getText(STATE));
        }

        /** Adds what makes this the state to the batch of a transaction. */
        void put(OperationBatch batch, String state) {
            batch.update(Schema.MOVES, row -> write(row, state));
        }
    }

    /** Adds the rows of a database from which and to which nothing is moved. */
    static void fill(OperationBatch batch) {
        for (Side side : Side.values()) {
            batch.insert(Schema.MOVES, row -> side.write(row, ""));
        }
    }

    /** What is said of this side; empty if nothing is. */
    Optional<String> state(Side side) {
        OperationBatch look = new OperationBatch();
        Read<String> read = side.read(look, ReadLock.NONE);
        try (ClusterTransaction transaction = cluster.begin(life)) {
            transaction.commit(look);
        }
        return read.row().filter(state -> !state.isEmpty());
    }

    /** Changes the state, and whatever else is to change in the same transaction, once no registration is under way. */
    void change(Side side, String state, Consumer<OperationBatch> more) {
        for (int attempt = 1; ; attempt++) {
            try (ClusterTransaction transaction = cluster.begin(life)) {
                OperationBatch lock = new OperationBatch();
                side.read(lock, ReadLock.EXCLUSIVE);
                transaction.execute(lock);
                OperationBatch change = new OperationBatch();
                side.put(change, state);
                more.accept(change);
                transaction.commit(change);
                return;
            } catch (StoreException e) {
                if (e.kind() != Kind.CONFLICT || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /**
     * Refuses a database that is no file system: its content was moved away, or has not arrived completely. The rows stay locked
     * until the transaction ends.
     */
    static void requireOpen(ClusterTransaction transaction) {
        OperationBatch look = new OperationBatch();
        Read<String> source = Side.SOURCE.read(look, ReadLock.SHARED);
        Read<String> target = Side.TARGET.read(look, ReadLock.SHARED);
        transaction.execute(look);
        target.row().filter(mark -> !mark.isEmpty()).ifPresent(mark -> {
            throw MovableStores.refusal(MoveMark.parse(mark));
        });
        source.row().filter(to -> !to.isEmpty()).ifPresent(to -> {
            throw MovableStores.refusal(to);
        });
    }
}
