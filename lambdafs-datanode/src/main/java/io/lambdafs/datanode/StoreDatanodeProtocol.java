package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.NNHAStatusHeartbeat;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one DataNode takes for its NameNode: every call is a transaction or several on the metadata store. Thread-safe.
 *
 * <p>When the store does not answer within the bounds, the call fails with an IOException; the DataNode then keeps what
 * it had to say and says it again.
 */
final class StoreDatanodeProtocol implements DatanodeProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(StoreDatanodeProtocol.class);

    /* A DataNode believes an active NameNode with a transaction number above the last one it saw, and sends no full
     * report without a permission that is not 0. There is one NameNode here, and always room for a report. */
    static final NNHAStatusHeartbeat ACTIVE = new NNHAStatusHeartbeat(HAServiceState.ACTIVE, 1);
    private static final long PERMISSION = 1;
    private static final long NO_PERMISSION = 0;

    private final ClusterIdentity cluster;
    private final Registration registration;
    private final BlockKeyDelivery keys;
    private final Heartbeats heartbeats;
    private final Reports reports;
    private final ReentrantLock reporting = new ReentrantLock();

    /** What takes in the several kinds of reports, and the checks and moves that this DataNode is asked for. */
    record Reports(
            FullReports full,
            IncrementalReports incremental,
            BadBlocks bad,
            Recoveries recoveries,
            SelfChecks checks,
            LocalMoves moves) {}

    StoreDatanodeProtocol(
            ClusterIdentity cluster,
            Registration registration,
            BlockKeyDelivery keys,
            Heartbeats heartbeats,
            Reports reports) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.keys = requireNonNull(keys, "keys");
        this.registration = requireNonNull(registration, "registration");
        this.heartbeats = requireNonNull(heartbeats, "heartbeats");
        this.reports = requireNonNull(reports, "reports");
    }

    @Override
    public NamespaceInfo versionRequest() {
        return new NamespaceInfo(
                cluster.namespaceId(), cluster.clusterId(), cluster.blockPoolId(), 0, HAServiceState.ACTIVE);
    }

    @Override
    public DatanodeRegistration registerDatanode(DatanodeRegistration node) throws IOException {
        DatanodeRegistration placed = registration.accept(node);
        placed.setExportedKeys(translated(keys::announced));
        return translated(() -> {
            heartbeats.register(HadoopMessages.registration(placed));
            return placed;
        });
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
        registration.check(node);
        boolean keysOnly = keys.isOwed();
        Optional<DatanodeCommand> newKeys = translated(keys::due).map(command -> command);
        if (keysOnly) {
            return new HeartbeatResponse(newKeys.stream().toArray(DatanodeCommand[]::new), ACTIVE, null, NO_PERMISSION);
        }
        Heartbeats.Beat beat = new Heartbeats.Beat(
                registration.require(), HadoopMessages.storages(storages), transmissions + receivers);
        Optional<Heartbeats.Orders> orders = translated(() -> heartbeats.beat(beat));
        return new HeartbeatResponse(
                Stream.concat(
                                newKeys.stream(),
                                orders.map(this::translate).orElseGet(() -> Stream.of(RegisterCommand.REGISTER)))
                        .toArray(DatanodeCommand[]::new),
                ACTIVE,
                null,
                wantsToReport ? PERMISSION : NO_PERMISSION);
    }

    private Stream<DatanodeCommand> translate(Heartbeats.Orders orders) {
        List<DataNodeCommand> others = new ArrayList<>();
        Set<StorageId> own = heartbeats.storages();
        for (DataNodeCommand command : orders.commands()) {
            if (command instanceof DataNodeCommand.Verify verify) {
                reports.checks()
                        .check(verify.block(), () -> reports.bad().acceptOwn(verify.block(), heartbeats.storages()));
            } else if (command instanceof DataNodeCommand.Transfer transfer && isLocal(transfer, own)) {
                // A DataNode cannot send a replica to itself.
                reports.moves().move(transfer.block(), transfer.targets().get(0));
            } else {
                others.add(command);
            }
        }
        return Arrays.stream(new CommandTranslation(cluster.blockPoolId(), orders.dataNodes()).translate(others));
    }

    private static boolean isLocal(DataNodeCommand.Transfer transfer, Set<StorageId> own) {
        return transfer.targets().size() == 1 && own.containsAll(transfer.targets());
    }

    @Override
    public @Nullable DatanodeCommand blockReport(
            DatanodeRegistration node, String blockPool, StorageBlockReport[] storages, BlockReportContext context)
            throws IOException {
        check(node, blockPool);
        for (StorageBlockReport storage : storages) {
            StorageId id = own(storage.getStorage());
            inTurn(() -> reports.full().accept(id, storage.getBlocks()));
        }
        DataNodeId reporter = registration.require();
        inTurn(() -> heartbeats.reported(reporter));
        return null;
    }

    @Override
    public void blockReceivedAndDeleted(
            DatanodeRegistration node, String blockPool, StorageReceivedDeletedBlocks[] storages) throws IOException {
        check(node, blockPool);
        for (StorageReceivedDeletedBlocks storage : storages) {
            own(storage.getStorage());
            inTurn(() -> reports.incremental().accept(storage, heartbeats.storages()));
        }
    }

    @Override
    public void reportBadBlocks(LocatedBlock[] blocks) throws IOException {
        DataNodeId reporter = registration.require();
        for (LocatedBlock block : blocks) {
            checkPool(block.getBlock().getBlockPoolId());
            inTurn(() -> reports.bad().accept(block, reporter, heartbeats.storages()));
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
        registration.require();
        checkPool(block.getBlockPoolId());
        BlockSynchronization.Report report = new BlockSynchronization.Report(
                heartbeats.storages(),
                HadoopMessages.block(block.getLocalBlock()),
                newGenerationStamp,
                newLength,
                closeFile,
                deleteBlock,
                Recoveries.storages(newTargetStorages));
        inTurn(() -> reports.recoveries().accept(report));
    }

    @Override
    public void errorReport(DatanodeRegistration node, int code, String message) throws IOException {
        registration.check(node);
        LOG.atWarn()
                .setMessage("the DataNode reports error {}: {}")
                .addArgument(code)
                .addArgument(message)
                .log();
    }

    @Override
    public @Nullable DatanodeCommand cacheReport(DatanodeRegistration node, String blockPool, List<Long> blocks)
            throws IOException {
        check(node, blockPool);
        return null;
    }

    private void check(DatanodeRegistration node, String blockPool) throws IOException {
        registration.check(node);
        checkPool(blockPool);
    }

    private void checkPool(String blockPool) throws IOException {
        if (!cluster.blockPoolId().equals(blockPool)) {
            throw new IOException("block pool " + blockPool + " is not this file system's " + cluster.blockPoolId());
        }
    }

    /* A storage that came new is named by the next heartbeat; the DataNode then sends its report again. */
    private StorageId own(DatanodeStorage storage) throws IOException {
        StorageId id = new StorageId(storage.getStorageID());
        if (!heartbeats.storages().contains(id)) {
            throw new IOException("storage " + id + " is not one of those that this DataNode named in its heartbeats: "
                    + heartbeats.storages());
        }
        return id;
    }

    /* One report at a time: an older one that waited for the store must not overtake a newer one. */
    private void inTurn(Runnable report) throws IOException {
        reporting.lock();
        try {
            translated(() -> {
                heartbeats.requireRegistered();
                report.run();
                return report;
            });
        } finally {
            reporting.unlock();
        }
    }

    /** Work on the store. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> T translated(Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (StoreException e) {
            throw new IOException("the metadata store failed (" + e.kind() + "): " + e.getMessage(), e);
        } catch (FsException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
