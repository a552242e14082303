package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.RenewingWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;

/** Takes in what a DataNode reports at once: replicas that it begins to receive, has received, or has deleted. */
final class IncrementalReports {
    private final RenewingWriter writer;

    IncrementalReports(RenewingWriter writer) {
        this.writer = requireNonNull(writer, "writer");
    }

    /** Writes a report down; when this returns, it is in the store. Taking in a report again does no harm. */
    void accept(StorageReceivedDeletedBlocks report) {
        StorageId storage = new StorageId(report.getStorage().getStorageID());
        Map<BlockId, Optional<ReportedReplica>> batch = new LinkedHashMap<>();
        for (ReceivedDeletedBlockInfo info : report.getBlocks()) {
            if (batch.size() == ReplicaLedger.BATCH) {
                record(storage, batch);
                batch.clear();
            }
            batch.put(new BlockId(info.getBlock().getBlockId()), replica(info));
        }
        record(storage, batch);
    }

    private static Optional<ReportedReplica> replica(ReceivedDeletedBlockInfo info) {
        if (info.isDeletedBlock()) {
            return Optional.empty();
        }
        boolean finalized = info.getStatus() == BlockStatus.RECEIVED_BLOCK;
        return Optional.of(new ReportedReplica(HadoopMessages.block(info.getBlock()), finalized, false));
    }

    private void record(StorageId storage, Map<BlockId, Optional<ReportedReplica>> batch) {
        if (batch.isEmpty()) {
            return;
        }
        List<ReportedReplica> present = new ArrayList<>();
        List<BlockId> gone = new ArrayList<>();
        batch.forEach((id, replica) -> replica.ifPresentOrElse(present::add, () -> gone.add(id)));
        writer.write(tx -> {
            new ReplicaLedger(tx, storage).record(present, gone);
            return storage;
        });
    }
}
