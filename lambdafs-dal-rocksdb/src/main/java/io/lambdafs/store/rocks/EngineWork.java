package io.lambdafs.store.rocks;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.WorkOperations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The work queues of the engine. */
final class EngineWork implements WorkTable {
    private final EngineSession session;

    EngineWork(EngineSession session) {
        this.session = session;
    }

    @Override
    public void checkReplication(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> queued = List.copyOf(blocks);
        session.later(WorkOperations.CHECK_REPLICATION, queued);
    }

    @Override
    public List<BlockId> dueForReplication(Duration retryAfter, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(WorkOperations.DUE_FOR_REPLICATION, new WorkOperations.Due(retryAfter, limit));
    }

    @Override
    public void replicationDone(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> done = List.copyOf(blocks);
        session.later(WorkOperations.REPLICATION_DONE, done);
    }

    @Override
    public void noteFlaws(Map<BlockId, Set<BlockFlaw>> flaws) {
        INodeTable.checkedBatch(flaws.size());
        Map<BlockId, Set<BlockFlaw>> noted = Map.copyOf(flaws);
        session.later(WorkOperations.NOTE_FLAWS, noted);
    }

    @Override
    public Map<BlockFlaw, Long> countFlaws() {
        return session.ask(WorkOperations.COUNT_FLAWS, Done.DONE);
    }

    @Override
    public List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(WorkOperations.WITH_FLAW, new WorkOperations.WithFlaw(flaw, after, limit));
    }

    @Override
    public long replicationQueueLength() {
        return session.ask(WorkOperations.REPLICATION_QUEUE_LENGTH, Done.DONE);
    }

    @Override
    public long pendingDeletions() {
        return session.ask(WorkOperations.PENDING_DELETIONS, Done.DONE);
    }

    @Override
    public void send(StorageId storage, List<DataNodeCommand> commands) {
        INodeTable.checkedBatch(commands.size());
        List<DataNodeCommand> sent = List.copyOf(commands);
        session.later(WorkOperations.SEND, new WorkOperations.Sending(storage, sent));
    }

    @Override
    public List<DataNodeCommand> take(DataNodeId dataNode, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(WorkOperations.TAKE, new WorkOperations.Taking(dataNode, limit));
    }
}
