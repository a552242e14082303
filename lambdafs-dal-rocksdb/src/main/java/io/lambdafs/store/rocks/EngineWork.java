package io.lambdafs.store.rocks;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.WorkTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The work queues of the engine. */
final class EngineWork implements WorkTable {
    private final Session session;

    EngineWork(Session session) {
        this.session = session;
    }

    @Override
    public void checkReplication(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> queued = List.copyOf(blocks);
        session.later(tables -> tables.work().checkReplication(queued));
    }

    @Override
    public List<BlockId> dueForReplication(Duration retryAfter, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.work().dueForReplication(retryAfter, limit));
    }

    @Override
    public void replicationDone(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> done = List.copyOf(blocks);
        session.later(tables -> tables.work().replicationDone(done));
    }

    @Override
    public void noteFlaws(Map<BlockId, Set<BlockFlaw>> flaws) {
        INodeTable.checkedBatch(flaws.size());
        Map<BlockId, Set<BlockFlaw>> noted = Map.copyOf(flaws);
        session.later(tables -> tables.work().noteFlaws(noted));
    }

    @Override
    public Map<BlockFlaw, Long> countFlaws() {
        return session.ask(tables -> tables.work().countFlaws());
    }

    @Override
    public List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.work().withFlaw(flaw, after, limit));
    }

    @Override
    public long replicationQueueLength() {
        return session.ask(tables -> tables.work().replicationQueueLength());
    }

    @Override
    public long pendingDeletions() {
        return session.ask(tables -> tables.work().pendingDeletions());
    }

    @Override
    public void send(StorageId storage, List<DataNodeCommand> commands) {
        INodeTable.checkedBatch(commands.size());
        List<DataNodeCommand> sent = List.copyOf(commands);
        session.later(tables -> tables.work().send(storage, sent));
    }

    @Override
    public List<DataNodeCommand> take(DataNodeId dataNode, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.work().take(dataNode, limit));
    }
}
