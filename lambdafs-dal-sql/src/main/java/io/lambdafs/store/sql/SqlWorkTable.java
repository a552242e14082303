package io.lambdafs.store.sql;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.WorkTable;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The work queues in PostgreSQL. What another transaction is taking out is passed over, not waited for. */
final class SqlWorkTable implements WorkTable {
    private final PostgresSession session;

    SqlWorkTable(PostgresSession session) {
        this.session = session;
    }

    @Override
    public void checkReplication(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> queued = List.copyOf(blocks);
        session.later(new Deferred(
                "INSERT INTO replication_queue AS q SELECT unnest(?::bigint[]), '-infinity'"
                        + " ON CONFLICT (block_id) DO UPDATE SET looked_at = '-infinity'"
                        + " WHERE q.looked_at <> '-infinity'",
                p -> p.addBlocks(queued)));
    }

    @Override
    public List<BlockId> dueForReplication(Duration retryAfter, int limit) {
        INodeTable.checkedBatch(limit);
        return session.change(
                "WITH due AS (SELECT block_id FROM replication_queue"
                        + " WHERE looked_at < " + Times.AGO + " ORDER BY looked_at LIMIT ? FOR UPDATE SKIP LOCKED)"
                        + " UPDATE replication_queue q SET looked_at = clock_timestamp()"
                        + " FROM due WHERE q.block_id = due.block_id RETURNING q.block_id",
                p -> p.addMicros(retryAfter).add(limit),
                row -> new BlockId(row.getLong(1)));
    }

    @Override
    public void replicationDone(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        session.execute(
                "WITH flawed AS (DELETE FROM block_flaws WHERE block_id = ANY (?))"
                        + " DELETE FROM replication_queue WHERE block_id = ANY (?)",
                p -> p.addBlocks(blocks).addBlocks(blocks));
    }

    @Override
    public void noteFlaws(Map<BlockId, Set<BlockFlaw>> flaws) {
        INodeTable.checkedBatch(flaws.size());
        List<BlockId> sound = flaws.keySet().stream()
                .filter(block -> flaws.getOrDefault(block, Set.of()).isEmpty())
                .toList();
        if (!sound.isEmpty()) {
            session.execute("DELETE FROM block_flaws WHERE block_id = ANY (?)", p -> p.addBlocks(sound));
        }
        List<Map.Entry<BlockId, Set<BlockFlaw>>> flawed = flaws.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .sorted(Map.Entry.comparingByKey())
                .toList();
        if (!flawed.isEmpty()) {
            session.execute(
                    "INSERT INTO block_flaws AS f SELECT * FROM unnest(?::bigint[], ?::bigint[])"
                            + " ON CONFLICT (block_id) DO UPDATE SET flaws = excluded.flaws"
                            + " WHERE f.flaws <> excluded.flaws",
                    p -> p.addLongs(flawed.stream()
                                    .mapToLong(entry -> entry.getKey().value())
                                    .toArray())
                            .addLongs(flawed.stream()
                                    .mapToLong(entry -> BlockFlaw.mask(entry.getValue()))
                                    .toArray()));
        }
    }

    @Override
    public Map<BlockFlaw, Long> countFlaws() {
        Map<BlockFlaw, Long> counts = new EnumMap<>(BlockFlaw.class);
        session.query(
                        "SELECT flaws, count(*) FROM block_flaws GROUP BY flaws",
                        none -> {},
                        row -> Map.entry(row.getInt(1), row.getLong(2)))
                .forEach(entry -> BlockFlaw.ofMask(entry.getKey())
                        .forEach(flaw -> counts.merge(flaw, entry.getValue(), Long::sum)));
        return counts;
    }

    @Override
    public List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.query(
                "SELECT block_id FROM block_flaws WHERE block_id > ? AND flaws & ? <> 0 ORDER BY block_id LIMIT ?",
                p -> p.add(after.value()).add(BlockFlaw.mask(Set.of(flaw))).add(limit),
                row -> new BlockId(row.getLong(1)));
    }

    @Override
    public long replicationQueueLength() {
        return Counts.of(session, "replication_queue");
    }

    @Override
    public long pendingDeletions() {
        return session.query(
                        "SELECT count(*) FROM commands WHERE kind = ?",
                        p -> p.add(SqlCommandRow.INVALIDATE),
                        row -> row.getLong(1))
                .get(0);
    }

    @Override
    public void send(StorageId storage, List<DataNodeCommand> commands) {
        INodeTable.checkedBatch(commands.size());
        for (DataNodeCommand command : commands) {
            SqlCommandRow row = SqlCommandRow.of(command);
            session.execute(
                    "INSERT INTO commands"
                            + " (datanode_id, kind, block_id, generation_stamp, length, new_generation_stamp, storages)"
                            + " SELECT datanode_id, ?, ?, ?, ?, ?, ? FROM storages WHERE id = ?",
                    p -> row.bind(p).add(storage.value()));
        }
    }

    @Override
    public List<DataNodeCommand> take(DataNodeId dataNode, int limit) {
        INodeTable.checkedBatch(limit);
        return session.change(
                "WITH taken AS (DELETE FROM commands WHERE id IN"
                        + " (SELECT id FROM commands WHERE datanode_id = ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)"
                        + " RETURNING *) SELECT kind, block_id, generation_stamp, length, new_generation_stamp, storages"
                        + " FROM taken ORDER BY id",
                p -> p.add(dataNode.value()).add(limit),
                row -> SqlCommandRow.read(row).command());
    }

    /** The storages in an array column. */
    static List<StorageId> storages(Array column) throws SQLException {
        return Stream.of((String[]) column.getArray()).map(StorageId::new).toList();
    }
}
