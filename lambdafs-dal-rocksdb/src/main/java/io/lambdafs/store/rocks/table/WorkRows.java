package io.lambdafs.store.rocks.table;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.rocks.engine.Counter;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The queues. What another transaction is taking out is passed over, not waited for. */
public final class WorkRows implements WorkTable {
    private static final byte[] NOTHING = {};
    private static final long NEVER = Long.MIN_VALUE;
    private static final int PAGE = 1_000;

    private final Rows rows;
    private final DataNodeRows dataNodes;
    private final TimedRows queue;
    private final FlawRows flaws;

    WorkRows(Rows rows, DataNodeRows dataNodes) {
        this.rows = rows;
        this.dataNodes = dataNodes;
        queue = new TimedRows(rows, Table.REPLICATION_QUEUE, Table.REPLICATION_TIMES);
        flaws = new FlawRows(rows);
    }

    @Override
    public void checkReplication(List<BlockId> blocks) {
        for (BlockId block : blocks.stream().distinct().sorted().toList()) {
            Bytes key = Keys.of(block);
            if (queue.timeForUpdate(key).isEmpty()) {
                rows.count(Counter.REPLICATION_QUEUE, 1);
            }
            queue.put(key, NEVER, NOTHING);
        }
    }

    @Override
    public List<BlockId> dueForReplication(Duration retryAfter, int limit) {
        long now = rows.nowMicros();
        long before = now - retryAfter.toNanos() / 1000;
        List<Bytes> due = new ArrayList<>();
        Bytes from = Bytes.EMPTY;
        List<Entry> page;
        do {
            page = queue.before(from, before, PAGE);
            for (Entry entry : page) {
                Bytes block = Keys.untimed(entry.key());
                if (due.size() < limit && !rows.isLockedByOther(Table.REPLICATION_QUEUE, block)) {
                    due.add(block);
                }
                from = entry.key().next();
            }
        } while (due.size() < limit && !page.isEmpty());
        due.forEach(block -> queue.put(block, now, NOTHING));
        return due.stream().map(Keys::block).toList();
    }

    @Override
    public void replicationDone(List<BlockId> blocks) {
        for (BlockId block : blocks.stream().distinct().sorted().toList()) {
            if (queue.delete(Keys.of(block))) {
                rows.count(Counter.REPLICATION_QUEUE, -1);
            }
            flaws.forget(Keys.of(block));
        }
    }

    @Override
    public void noteFlaws(Map<BlockId, Set<BlockFlaw>> noted) {
        flaws.note(noted);
    }

    @Override
    public Map<BlockFlaw, Long> countFlaws() {
        return flaws.count();
    }

    @Override
    public List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit) {
        return flaws.with(flaw, after, limit);
    }

    @Override
    public long replicationQueueLength() {
        return rows.count(Counter.REPLICATION_QUEUE);
    }

    @Override
    public long pendingDeletions() {
        long pending = 0;
        Bytes from = Bytes.EMPTY;
        List<Entry> page;
        do {
            page = rows.scan(Table.COMMANDS, from, Bytes.EMPTY, PAGE);
            for (Entry entry : page) {
                pending += BlockCodec.command(entry.value()) instanceof DataNodeCommand.Invalidate ? 1 : 0;
                from = entry.key().next();
            }
        } while (!page.isEmpty());
        return pending;
    }

    @Override
    public void send(StorageId storage, List<DataNodeCommand> commands) {
        dataNodes.owner(storage).ifPresent(dataNode -> {
            for (DataNodeCommand command : commands) {
                rows.put(Table.COMMANDS, Keys.of(dataNode, rows.nextNumber()), BlockCodec.encode(command));
            }
        });
    }

    @Override
    public List<DataNodeCommand> take(DataNodeId dataNode, int limit) {
        Bytes prefix = Keys.prefix(dataNode.value());
        List<DataNodeCommand> taken = new ArrayList<>();
        Bytes from = prefix;
        List<Entry> page;
        do {
            page = rows.scan(Table.COMMANDS, from, prefix.prefixEnd(), Math.min(limit, PAGE));
            for (Entry entry : page) {
                if (taken.size() < limit && !rows.isLockedByOther(Table.COMMANDS, entry.key())) {
                    taken.add(BlockCodec.command(entry.value()));
                    rows.delete(Table.COMMANDS, entry.key());
                }
                from = entry.key().next();
            }
        } while (taken.size() < limit && !page.isEmpty());
        return taken;
    }
}
