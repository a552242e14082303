package io.lambdafs.namenode.subtree;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.Replica;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.journal.JournalBlock;
import io.lambdafs.wire.journal.OverlayNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
     * Gives all these files their blocks; two round trips, however many they are.
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
        tx.blocks().get(ids).forEach(info -> stored.put(info.id(), info));
        Map<BlockId, List<Replica>> replicas =
                tx.replicas().ofBlocks(ids).stream().collect(Collectors.groupingBy(Replica::block));
        List<BlockId> doubtful = new ArrayList<>();
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
                tx.blocks()
                        .update(info.ofFile(new INodeId(file.id()), index)
                                .withBlock(block)
                                .complete());
                index++;
            }
        }
        if (!doubtful.isEmpty()) {
            tx.work().checkReplication(doubtful);
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
