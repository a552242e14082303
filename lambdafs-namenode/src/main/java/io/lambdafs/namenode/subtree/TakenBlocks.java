package io.lambdafs.namenode.subtree;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.Replica;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.journal.JournalBlock;
import io.lambdafs.wire.journal.OverlayNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives the blocks that were reserved for a subtree to its files. A block is complete then: a live DataNode has reported a good
 * replica of it.
 */
final class TakenBlocks {
    private final Transaction tx;
    private final Decoupling decoupling;
    private final DataNodeView dataNodes;

    TakenBlocks(Transaction tx, Decoupling decoupling, DataNodeView dataNodes) {
        this.tx = tx;
        this.decoupling = decoupling;
        this.dataNodes = dataNodes;
    }

    /**
     * Gives all these files their blocks; two round trips for as many blocks as a batch has.
     *
     * @throws FsException NOT_REPLICATED_YET if a replica is not yet reported; otherwise if a block is not the subtree's
     */
    void give(List<OverlayNode> files) {
        List<BlockId> ids = files.stream()
                .flatMap(file -> file.blocks().stream())
                .map(block -> new BlockId(block.id()))
                .toList();
        if (ids.isEmpty()) {
            return;
        }
        Map<BlockId, BlockInfo> stored = new HashMap<>();
        List<Replica> reported = new ArrayList<>(ids.size());
        inBatches(ids, batch -> {
            tx.blocks().get(batch).forEach(info -> stored.put(info.id(), info));
            reported.addAll(tx.replicas().ofBlocks(batch));
        });
        Map<BlockId, List<Replica>> replicas = reported.stream().collect(Collectors.groupingBy(Replica::block));
        List<BlockId> doubtful = new ArrayList<>();
        List<BlockInfo> taken = new ArrayList<>(ids.size());
        for (OverlayNode file : files) {
            int index = 0;
            for (JournalBlock said : file.blocks()) {
                BlockInfo info = reserved(stored.get(new BlockId(said.id())), said, file);
                Block block = new Block(info.id(), said.generationStamp(), said.length());
                long good = good(block, replicas.getOrDefault(info.id(), List.of()));
                if (good == 0) {
                    throw new FsException(
                            ErrorCode.NOT_REPLICATED_YET,
                            "Not replicated yet: " + file.name() + " has " + block
                                    + ", which no DataNode has reported");
                }
                if (good != file.replication()) {
                    doubtful.add(info.id());
                }
                taken.add(info.ofFile(new INodeId(file.id()), index)
                        .withBlock(block)
                        .complete());
                index++;
            }
        }
        inBatches(taken, tx.blocks()::update);
        inBatches(doubtful, tx.work()::checkReplication);
    }

    private static <T> void inBatches(List<T> all, Consumer<List<T>> each) {
        for (int from = 0; from < all.size(); from += INodeTable.MAX_BATCH) {
            each.accept(all.subList(from, Math.min(all.size(), from + INodeTable.MAX_BATCH)));
        }
    }

    private BlockInfo reserved(@Nullable BlockInfo info, JournalBlock said, OverlayNode file) {
        boolean usable = info != null
                && info.state() == BlockState.UNDER_CONSTRUCTION
                && info.file().equals(decoupling.number())
                && info.block().generationStamp() == said.generationStamp();
        if (info == null || !usable) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The journal gives " + said + " to " + file.name()
                            + ", but it is not among the blocks that are reserved for the subtree");
        }
        return info;
    }

    private long good(Block block, List<Replica> replicas) {
        return replicas.stream()
                .filter(replica -> replica.isGoodFor(block) && dataNodes.hasLive(tx, replica.storage()))
                .count();
    }
}
