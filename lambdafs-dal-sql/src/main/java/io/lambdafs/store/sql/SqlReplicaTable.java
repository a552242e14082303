package io.lambdafs.store.sql;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReplicaTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The replicas in PostgreSQL. */
final class SqlReplicaTable implements ReplicaTable {
    static final String SELECT = "SELECT block_id, storage_id, generation_stamp, length, state FROM replicas ";

    private final PostgresSession session;

    SqlReplicaTable(PostgresSession session) {
        this.session = session;
    }

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        return session.query(SELECT + "WHERE block_id = ANY (?)", p -> p.addBlocks(blocks), SqlReplicaTable::replica);
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.query(
                SELECT + "WHERE storage_id = ? AND block_id > ? ORDER BY block_id LIMIT ?",
                p -> p.add(storage.value()).add(after.value()).add(limit),
                SqlReplicaTable::replica);
    }

    /** Rows that say the same already are left as they are, for a full report repeats nearly everything. */
    @Override
    public void put(List<Replica> replicas) {
        INodeTable.checkedBatch(replicas.size());
        List<Replica> ordered = lastOfEach(replicas);
        session.execute(
                "INSERT INTO replicas AS r (block_id, storage_id, generation_stamp, length, state)"
                        + " SELECT * FROM unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::smallint[])"
                        + " ON CONFLICT (block_id, storage_id) DO UPDATE SET"
                        + " generation_stamp = excluded.generation_stamp, length = excluded.length,"
                        + " state = excluded.state WHERE (r.generation_stamp, r.length, r.state)"
                        + " <> (excluded.generation_stamp, excluded.length, excluded.state)",
                p -> p.addLongs(longs(ordered, replica -> replica.block().value()))
                        .addTexts(ordered.stream()
                                .map(replica -> replica.storage().value())
                                .toList())
                        .addLongs(longs(ordered, Replica::generationStamp))
                        .addLongs(longs(ordered, Replica::length))
                        .addShorts(codes(ordered)));
    }

    /** One for each block and storage, all processes in the same order, so that they wait for each other in turn. */
    private static List<Replica> lastOfEach(List<Replica> replicas) {
        Map<Replica, Replica> ordered = new TreeMap<>(Comparator.comparing(Replica::block)
                .thenComparing(replica -> replica.storage().value()));
        replicas.forEach(replica -> {
            ordered.remove(replica);
            ordered.put(replica, replica);
        });
        return new ArrayList<>(ordered.values());
    }

    private static long[] longs(List<Replica> replicas, ToLongFunction<Replica> field) {
        return replicas.stream().mapToLong(field).toArray();
    }

    private static short[] codes(List<Replica> replicas) {
        short[] codes = new short[replicas.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = code(replicas.get(i).state());
        }
        return codes;
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        session.execute(
                "DELETE FROM replicas WHERE storage_id = ? AND block_id = ANY (?)",
                p -> p.add(storage.value()).addBlocks(blocks));
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        INodeTable.checkedBatch(limit);
        return session.change(
                "DELETE FROM replicas WHERE storage_id = ? AND block_id IN"
                        + " (SELECT block_id FROM replicas WHERE storage_id = ? ORDER BY block_id LIMIT ?)"
                        + " RETURNING block_id",
                p -> p.add(storage.value()).add(storage.value()).add(limit),
                row -> new BlockId(row.getLong(1)));
    }

    static Replica replica(ResultSet row) throws SQLException {
        return new Replica(
                new BlockId(row.getLong(1)),
                new StorageId(row.getString(2)),
                row.getLong(3),
                row.getLong(4),
                state(row.getInt(5)));
    }

    /** What stands for a state in the table; never to be changed. */
    static short code(ReplicaState state) {
        return switch (state) {
            case FINALIZED -> 0;
            case BEING_WRITTEN -> 1;
            case CORRUPT -> 2;
            case DELETING -> 3;
        };
    }

    private static ReplicaState state(int code) throws SQLException {
        return switch (code) {
            case 0 -> ReplicaState.FINALIZED;
            case 1 -> ReplicaState.BEING_WRITTEN;
            case 2 -> ReplicaState.CORRUPT;
            case 3 -> ReplicaState.DELETING;
            default -> throw new SQLException("no replica state has the code " + code);
        };
    }
}
