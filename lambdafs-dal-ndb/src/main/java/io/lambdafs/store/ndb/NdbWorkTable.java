package io.lambdafs.store.ndb;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The work queues in NDB. What another transaction is taking out is passed over, not waited for. */
final class NdbWorkTable implements WorkTable {
    private static final int BLOCK = 0;
    private static final int LOOKED_AT = 1;
    private static final long NEVER = 0;
    private static final long NOT_DUE = -1;

    private static final int STORAGE = 0;
    private static final int STORAGE_DATANODE = 1;

    private final Access access;
    private final LongSupplier numbers;

    NdbWorkTable(Access access, LongSupplier numbers) {
        this.access = access;
        this.numbers = numbers;
    }

    @Override
    public void checkReplication(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        access.later(batch -> blocks.stream()
                .distinct()
                .forEach(block -> batch.put(
                        Schema.REPLICATION_QUEUE,
                        row -> row.put(BLOCK, block.value()).put(LOOKED_AT, NEVER))));
    }

    @Override
    public List<BlockId> dueForReplication(Duration retryAfter, int limit) {
        INodeTable.checkedBatch(limit);
        long bound = access.microsBefore(retryAfter);
        List<Long> due = access.scan(Scan.inOrder(
                Schema.REPLICATION_QUEUE,
                Schema.BY_AGE,
                Range.before(row -> row.put(LOOKED_AT, bound), 1),
                limit,
                row -> row.getLong(BLOCK)));
        Batch batch = new Batch();
        List<Read<Long>> reads = due.stream()
                .map(block -> batch.read(
                        Schema.REPLICATION_QUEUE,
                        key -> key.put(BLOCK, block),
                        ReadLock.EXCLUSIVE_NOW,
                        row -> row.getLong(LOOKED_AT) < bound ? block : NOT_DUE))
                .toList();
        access.lock(batch);
        long now = access.nowMicros();
        List<Long> taken = reads.stream()
                .flatMap(read -> read.row().stream())
                .filter(block -> block != NOT_DUE)
                .toList();
        access.later(changes -> taken.forEach(block -> changes.update(
                Schema.REPLICATION_QUEUE, row -> row.put(BLOCK, block).put(LOOKED_AT, now))));
        return taken.stream().map(BlockId::new).toList();
    }

    @Override
    public void replicationDone(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        access.deleteLater(batch -> blocks.forEach(
                block -> batch.deleteIfPresent(Schema.REPLICATION_QUEUE, row -> row.put(BLOCK, block.value()))));
    }

    @Override
    public long replicationQueueLength() {
        return Counts.of(access, Schema.REPLICATION_QUEUE, Schema.BY_AGE);
    }

    @Override
    public long pendingDeletions() {
        return access
                .scan(Scan.of(Schema.COMMANDS, Schema.IN_ORDER, List.of(Range.all()), CommandRow::isDeletion))
                .stream()
                .filter(deletion -> deletion)
                .count();
    }

    @Override
    public void send(StorageId storage, List<DataNodeCommand> commands) {
        INodeTable.checkedBatch(commands.size());
        sendAll(Map.of(storage, commands));
    }

    /** Sends commands to the DataNodes that have these storages. */
    void sendAll(Map<StorageId, List<DataNodeCommand>> commands) {
        Batch batch = new Batch();
        Map<StorageId, Read<String>> dataNodes = new LinkedHashMap<>();
        commands.keySet()
                .forEach(storage -> dataNodes.put(
                        storage,
                        batch.read(
                                Schema.STORAGES_TABLE,
                                key -> key.put(STORAGE, storage.value()),
                                ReadLock.NONE,
                                row -> row.getText(STORAGE_DATANODE))));
        access.lock(batch);
        long now = access.nowMicros();
        dataNodes.forEach((storage, read) -> read.row()
                .ifPresent(dataNode -> commands.getOrDefault(storage, List.of()).forEach(command -> {
                    CommandRow sent = CommandRow.of(new CommandRow.Key(dataNode, now, numbers.getAsLong()), command);
                    access.later(changes -> changes.insert(Schema.COMMANDS, sent::write));
                })));
    }

    @Override
    public List<DataNodeCommand> take(DataNodeId dataNode, int limit) {
        INodeTable.checkedBatch(limit);
        List<CommandRow> oldest = oldest(dataNode, limit);
        Batch batch = new Batch();
        List<Read<CommandRow>> reads = oldest.stream()
                .map(command ->
                        batch.read(Schema.COMMANDS, command.key()::write, ReadLock.EXCLUSIVE_NOW, CommandRow::read))
                .toList();
        access.lock(batch);
        List<CommandRow> taken =
                reads.stream().flatMap(read -> read.row().stream()).toList();
        delete(taken);
        return taken.stream().map(CommandRow::command).toList();
    }

    /** Forgets all commands for a DataNode. */
    void dropAll(DataNodeId dataNode) {
        List<CommandRow> some = oldest(dataNode, INodeTable.MAX_BATCH);
        while (!some.isEmpty()) {
            delete(some);
            some = some.size() < INodeTable.MAX_BATCH ? List.of() : oldest(dataNode, INodeTable.MAX_BATCH);
        }
    }

    private List<CommandRow> oldest(DataNodeId dataNode, int limit) {
        Range range = Range.of(row -> CommandRow.writeDataNode(row, dataNode.value()), 1);
        return access.scan(Scan.inOrder(Schema.COMMANDS, Schema.IN_ORDER, range, limit, CommandRow::read));
    }

    private void delete(List<CommandRow> commands) {
        access.deleteLater(
                batch -> commands.forEach(command -> batch.deleteIfPresent(Schema.COMMANDS, command.key()::write)));
    }
}
