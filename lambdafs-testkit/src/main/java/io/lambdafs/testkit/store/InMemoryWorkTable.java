package io.lambdafs.testkit.store;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.WorkTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The twin's queues. What another transaction is taking out is passed over, not waited for. */
final class InMemoryWorkTable implements WorkTable {
    private final InMemoryTransaction tx;
    private final InMemoryDatabase database;
    private final InMemoryDataNodeTable dataNodes;
    private final TableView<BlockId, Optional<Instant>> queue;
    private final TableView<PairKey<String, Long>, DataNodeCommand> commands;
    private final TableView<BlockId, Integer> flaws;

    InMemoryWorkTable(InMemoryTransaction tx, InMemoryDatabase database, InMemoryDataNodeTable dataNodes) {
        this.tx = tx;
        this.database = database;
        this.dataNodes = dataNodes;
        queue = tx.view(database.replicationQueue);
        commands = tx.view(database.commands);
        flaws = tx.view(database.flaws);
    }

    @Override
    public void checkReplication(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        tx.run(() -> blocks.stream().sorted().forEach(block -> queue.put(block, Optional.empty())));
    }

    @Override
    public List<BlockId> dueForReplication(Duration retryAfter, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() -> {
            Instant before = database.now().minus(retryAfter);
            List<BlockId> due = queue.all().stream()
                    .filter(entry -> entry.getValue().map(before::isAfter).orElse(true))
                    .filter(entry -> !queue.isLockedByOther(entry.getKey()))
                    .sorted(Map.Entry.comparingByValue(Comparator.comparing(looked -> looked.orElse(Instant.MIN))))
                    .limit(limit)
                    .map(Map.Entry::getKey)
                    .toList();
            due.forEach(block -> queue.put(block, Optional.of(database.now())));
            return due;
        });
    }

    @Override
    public void replicationDone(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        tx.run(() -> blocks.stream().sorted().forEach(block -> {
            queue.remove(block);
            flaws.remove(block);
        }));
    }

    @Override
    public void noteFlaws(Map<BlockId, Set<BlockFlaw>> noted) {
        INodeTable.checkedBatch(noted.size());
        tx.run(() -> noted.forEach((block, found) -> {
            if (found.isEmpty()) {
                flaws.remove(block);
            } else {
                flaws.put(block, BlockFlaw.mask(found));
            }
        }));
    }

    @Override
    public Map<BlockFlaw, Long> countFlaws() {
        return tx.call(() -> flaws.all().stream()
                .flatMap(entry -> BlockFlaw.ofMask(entry.getValue()).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
    }

    @Override
    public List<BlockId> withFlaw(BlockFlaw flaw, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() -> flaws.all().stream()
                .filter(entry -> flaw.isIn(entry.getValue()) && entry.getKey().compareTo(after) > 0)
                .map(Map.Entry::getKey)
                .sorted()
                .limit(limit)
                .toList());
    }

    @Override
    public long replicationQueueLength() {
        return tx.call(() -> (long) queue.all().size());
    }

    @Override
    public long pendingDeletions() {
        return tx.call(() -> commands.all().stream()
                .filter(entry -> entry.getValue() instanceof DataNodeCommand.Invalidate)
                .count());
    }

    @Override
    public void send(StorageId storage, List<DataNodeCommand> batch) {
        INodeTable.checkedBatch(batch.size());
        tx.run(() -> dataNodes.owner(storage).ifPresent(dataNode -> {
            for (DataNodeCommand command : batch) {
                commands.put(new PairKey<>(dataNode, ++database.lastCommand), command);
            }
        }));
    }

    @Override
    public List<DataNodeCommand> take(DataNodeId dataNode, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() -> {
            PairKey<String, Long> first = new PairKey<>(dataNode.value(), 0L);
            var taken = commands.from(first, key -> key.first().equals(dataNode.value()), Integer.MAX_VALUE).stream()
                    .filter(entry -> !commands.isLockedByOther(entry.getKey()))
                    .limit(limit)
                    .toList();
            taken.forEach(entry -> commands.remove(entry.getKey()));
            return taken.stream().map(Map.Entry::getValue).toList();
        });
    }
}
