package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.StorageId;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.MetadataStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.jspecify.annotations.Nullable;

/**
 * What DataNodes of other processes take for their NameNode. Each has a {@link StoreDatanodeProtocol} of its own, found by the identity
 * that its call names. Two calls name none; they are taken for those of the DataNodes at the address from which they come. Thread-safe.
 */
final class VisitingDataNodes implements DatanodeProtocol, AutoCloseable {
    /** More are refused: each has a writer in the store. */
    static final int MOST = 1000;

    private final MetadataStore store;
    private final Duration deadAfter;
    private final DataNodeProcess.Timing timing;
    private final Supplier<String> caller;
    private final Map<String, VisitingDataNode> visitors = new ConcurrentHashMap<>();

    /**
     * DataNodes of a store.
     *
     * @param caller the address from which the present call comes
     */
    VisitingDataNodes(MetadataStore store, Duration deadAfter, DataNodeProcess.Timing timing, Supplier<String> caller) {
        this.store = requireNonNull(store, "store");
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
        this.timing = requireNonNull(timing, "timing");
        this.caller = requireNonNull(caller, "caller");
    }

    @Override
    public NamespaceInfo versionRequest() {
        ClusterIdentity cluster = store.identity();
        return new NamespaceInfo(
                cluster.namespaceId(), cluster.clusterId(), cluster.blockPoolId(), 0, HAServiceState.ACTIVE);
    }

    @Override
    public DatanodeRegistration registerDatanode(DatanodeRegistration node) throws IOException {
        String address = caller.get();
        if (visitors.size() >= MOST && !visitors.containsKey(node.getDatanodeUuid())) {
            throw new IOException("this gateway serves " + MOST + " DataNodes, and takes no more: let DataNode "
                    + node.getDatanodeUuid() + " use another gateway");
        }
        VisitingDataNode visitor = visitors.get(node.getDatanodeUuid());
        if (visitor != null && visitor.isAt(address, node)) {
            return visitor.register(node);
        }
        // It counts as served only when it is registered: one that is refused must not take the place of the other.
        VisitingDataNode fresh = new VisitingDataNode(store, node, address, deadAfter, timing);
        DatanodeRegistration placed;
        try {
            placed = fresh.register(node);
        } catch (IOException | RuntimeException e) {
            fresh.close();
            throw e;
        }
        VisitingDataNode former = visitors.put(node.getDatanodeUuid(), fresh);
        if (former != null) {
            former.close();
        }
        return placed;
    }

    private VisitingDataNode visitor(DatanodeID node) throws IOException {
        VisitingDataNode visitor = visitors.get(node.getDatanodeUuid());
        if (visitor == null || !visitor.calledFrom(caller.get())) {
            throw new IOException("DataNode " + node.getDatanodeUuid() + " has not registered here from " + caller.get()
                    + ": register first");
        }
        return visitor;
    }

    // The number of parameters is Hadoop's.
    @Override
    @SuppressWarnings("checkstyle:ParameterNumber")
    public HeartbeatResponse sendHeartbeat(
            DatanodeRegistration node,
            StorageReport[] storages,
            long cacheCapacity,
            long cacheUsed,
            int transmissions,
            int receivers,
            int failedVolumes,
            VolumeFailureSummary failures,
            boolean wantsToReport,
            SlowPeerReports slowPeers,
            SlowDiskReports slowDisks)
            throws IOException {
        VisitingDataNode known = visitors.get(node.getDatanodeUuid());
        if (known == null) {
            // As a NameNode does that has started anew.
            return new HeartbeatResponse(
                    new DatanodeCommand[] {RegisterCommand.REGISTER}, StoreDatanodeProtocol.ACTIVE, null, 0);
        }
        return visitor(node)
                .protocol()
                .sendHeartbeat(
                        node,
                        storages,
                        cacheCapacity,
                        cacheUsed,
                        transmissions,
                        receivers,
                        failedVolumes,
                        failures,
                        wantsToReport,
                        slowPeers,
                        slowDisks);
    }

    @Override
    public @Nullable DatanodeCommand blockReport(
            DatanodeRegistration node, String blockPool, StorageBlockReport[] storages, BlockReportContext context)
            throws IOException {
        VisitingDataNode visitor = visitor(node);
        for (StorageBlockReport storage : storages) {
            visitor.replicas()
                    .full(
                            new StorageId(storage.getStorage().getStorageID()),
                            storage.getBlocks().getNumberOfBlocks());
        }
        return visitor.protocol().blockReport(node, blockPool, storages, context);
    }

    @Override
    public void blockReceivedAndDeleted(
            DatanodeRegistration node, String blockPool, StorageReceivedDeletedBlocks[] storages) throws IOException {
        VisitingDataNode visitor = visitor(node);
        visitor.protocol().blockReceivedAndDeleted(node, blockPool, storages);
        for (StorageReceivedDeletedBlocks storage : storages) {
            visitor.replicas().changed(new StorageId(storage.getStorage().getStorageID()), growth(storage.getBlocks()));
        }
    }

    private static long growth(ReceivedDeletedBlockInfo[] blocks) {
        return Arrays.stream(blocks)
                .mapToLong(block -> block.isDeletedBlock()
                        ? -1
                        : block.getStatus() == ReceivedDeletedBlockInfo.BlockStatus.RECEIVED_BLOCK ? 1 : 0)
                .sum();
    }

    /* A DataNode names itself as the place of a bad replica of its own. */
    @Override
    public void reportBadBlocks(LocatedBlock[] blocks) throws IOException {
        List<VisitingDataNode> callers = callers();
        for (LocatedBlock block : blocks) {
            VisitingDataNode reporter = Arrays.stream(block.getLocations())
                    .map(place -> visitors.get(place.getDatanodeUuid()))
                    .filter(callers::contains)
                    .findFirst()
                    .orElse(callers.get(0));
            reporter.protocol().reportBadBlocks(new LocatedBlock[] {block});
        }
    }

    // The number of parameters is Hadoop's.
    @Override
    @SuppressWarnings("checkstyle:ParameterNumber")
    public void commitBlockSynchronization(
            ExtendedBlock block,
            long newGenerationStamp,
            long newLength,
            boolean closeFile,
            boolean deleteBlock,
            DatanodeID[] newTargets,
            String[] newTargetStorages)
            throws IOException {
        IOException refused = null;
        // It was asked of one of them, and is refused of the others.
        for (VisitingDataNode each : callers()) {
            try {
                each.protocol()
                        .commitBlockSynchronization(
                                block,
                                newGenerationStamp,
                                newLength,
                                closeFile,
                                deleteBlock,
                                newTargets,
                                newTargetStorages);
                return;
            } catch (IOException e) {
                refused = e;
            }
        }
        throw requireNonNull(refused);
    }

    private List<VisitingDataNode> callers() throws IOException {
        String address = caller.get();
        List<VisitingDataNode> callers = visitors.values().stream()
                .filter(visitor -> visitor.calledFrom(address))
                .toList();
        if (callers.isEmpty()) {
            throw new IOException("no DataNode has registered here from " + address + ": register first");
        }
        return callers;
    }

    @Override
    public void errorReport(DatanodeRegistration node, int code, String message) throws IOException {
        visitor(node).protocol().errorReport(node, code, message);
    }

    @Override
    public @Nullable DatanodeCommand cacheReport(DatanodeRegistration node, String blockPool, List<Long> blocks)
            throws IOException {
        return visitor(node).protocol().cacheReport(node, blockPool, blocks);
    }

    @Override
    public void close() {
        visitors.values().forEach(VisitingDataNode::close);
    }
}
