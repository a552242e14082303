package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.RenewingWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;

/** Takes in what a DataNode reports at once: replicas that it begins to receive, has received, or has deleted. */
final class IncrementalReports {
    private final RenewingWriter writer;
    private final Duration deadAfter;

    /**
     * Incremental reports.
     *
     * @param deadAfter replicas on DataNodes that were not heard of for so long are no reason to delete another
     */
    IncrementalReports(RenewingWriter writer, Duration deadAfter) {
        this.writer = requireNonNull(writer, "writer");
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
    }

    /** What is said of one replica, and the DataNode whose replica is to go instead, if one is named. */
    private record Said(Optional<ReportedReplica> present, Optional<DataNodeId> hint) {}

    /**
     * Writes a report down; when this returns, it is in the store. Taking in a report again does no harm.
     *
     * @param own all storages of the DataNode. It keeps one replica of a block, and does not say that one has left another of
     *     its storages when it has moved
     */
    void accept(StorageReceivedDeletedBlocks report, Set<StorageId> own) {
        StorageId storage = new StorageId(report.getStorage().getStorageID());
        Map<BlockId, Said> batch = new LinkedHashMap<>();
        for (ReceivedDeletedBlockInfo info : report.getBlocks()) {
            if (batch.size() == ReplicaLedger.BATCH) {
                record(storage, own, batch);
                batch.clear();
            }
            batch.put(new BlockId(info.getBlock().getBlockId()), said(info));
        }
        record(storage, own, batch);
    }

    private static Said said(ReceivedDeletedBlockInfo info) {
        if (info.isDeletedBlock()) {
            return new Said(Optional.empty(), Optional.empty());
        }
        boolean finalized = info.getStatus() == BlockStatus.RECEIVED_BLOCK;
        Optional<DataNodeId> hint = Optional.ofNullable(info.getDelHints())
                .filter(node -> finalized && !node.isEmpty())
                .map(DataNodeId::new);
        return new Said(
                Optional.of(new ReportedReplica(HadoopMessages.block(info.getBlock()), finalized, false)), hint);
    }

    private void record(StorageId storage, Set<StorageId> own, Map<BlockId, Said> batch) {
        if (batch.isEmpty()) {
            return;
        }
        List<ReportedReplica> present = new ArrayList<>();
        List<BlockId> gone = new ArrayList<>();
        Map<BlockId, DataNodeId> named = new HashMap<>();
        batch.forEach((id, said) -> {
            said.present().ifPresentOrElse(present::add, () -> gone.add(id));
            said.hint().ifPresent(node -> named.put(id, node));
        });
        DeletionHints hints = new DeletionHints(named, deadAfter);
        writer.write(tx -> {
            new ReplicaLedger(tx, storage, own).record(present, gone, hints);
            return storage;
        });
    }
}
