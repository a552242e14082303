package io.lambdafs.store.ndb;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** The work queues in NDB. What another transaction is taking out is passed over, not waited for. */
final class NdbWorkTable implements WorkTable {
    private static final int BLOCK = 0;
    private static final int LOOKED_AT = 1;
    /** When a block of the queue was looked at that was not. */
    static final long NEVER = 0;

    private static final long NOT_DUE = -1;

    private static final int FLAWS = 1;

    private static final int STORAGE = 0;
    private static final int STORAGE_DATANODE = 1;

    private final NdbAccess access;
    private final LongSupplier numbers;

    NdbWorkTable(NdbAccess access, LongSupplier numbers) {
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
        OperationBatch batch = new OperationBatch();
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
        forgetFlaws(blocks);
    }

    private void forgetFlaws(List<BlockId> blocks) {
        access.deleteLater(batch -> blocks.forEach(
                block -> batch.deleteIfPresent(Schema.BLOCK_FLAWS, row -> row.put(BLOCK, block.value()))));
    }

    @Override
    public void noteFlaws(Map<BlockId, Set<BlockFlaw>> flaws) {
        INodeTable.checkedBatch(flaws.size());
        List<BlockId> sound = new ArrayList<>();
        flaws.forEach((block, found) -> {
            if (found.isEmpty()) {
                sound.add(block);
            } else {
                access.later(batch -> batch.put(
                        Schema.BLOCK_FLAWS, row -> row.put(BLOCK, block.value()).put(FLAWS, BlockFlaw.mask(found))));
            }
        });
        forgetFlaws(sound);
    }

    @Override
    public Map<BlockFlaw, Long> countFlaws() {
        Map<BlockFlaw, Long> counts = new EnumMap<>(BlockFlaw.class);
        access.scan(Scan.of(Schema.BLOCK_FLAWS, Schema.IN_ORDER, List.of(Range.all()), row -> row.getInt(FLAWS)))
                .forEach(mask -> BlockFlaw.ofMask(mask).forEach(flaw -> counts.merge(flaw, 1L, Long::sum)));
        return counts;
    }

    /* Blocks with another flaw only are read and passed over. */
    @Override
    public List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        List<BlockId> found = new ArrayList<>();
        BlockId from = after;
        List<Flawed> page;
        do {
            BlockId start = from;
            page = access.scan(Scan.inOrder(
                    Schema.BLOCK_FLAWS,
                    Schema.IN_ORDER,
                    Range.after(row -> row.put(BLOCK, start.value()), 1),
                    INodeTable.MAX_BATCH,
                    row -> new Flawed(new BlockId(row.getLong(BLOCK)), row.getInt(FLAWS))));
            page.stream()
                    .filter(flawed -> flaw.isIn(flawed.flaws()))
                    .map(Flawed::block)
                    .forEach(found::add);
            from = page.isEmpty() ? from : page.get(page.size() - 1).block();
        } while (page.size() == INodeTable.MAX_BATCH && found.size() < limit);
        return found.stream().limit(limit).toList();
    }

    /** A row of the table of flaws. */
    private record Flawed(BlockId block, int flaws) {}

    @Override
    public long replicationQueueLength() {
        return access.count(Schema.REPLICATION_QUEUE, Schema.BY_AGE);
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
        OperationBatch batch = new OperationBatch();
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
        OperationBatch batch = new OperationBatch();
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
