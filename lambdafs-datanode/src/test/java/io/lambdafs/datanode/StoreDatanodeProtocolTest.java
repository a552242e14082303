package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.Block;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.blockkey.BlockKey;
import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.datanode.access.PeerToken;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.KeyUpdateCommand;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which calls a DataNode's endpoint accepts from which callers. */
final class StoreDatanodeProtocolTest {
    private static final Duration DEAD_AFTER = Duration.ofSeconds(30);
    private static final String OWN = "s1";
    private static final String FOREIGN = "s2";
    private static final BlockReportContext CONTEXT = new BlockReportContext(1, 0, 1, 0);
    private static final VolumeFailureSummary NO_FAILURES = new VolumeFailureSummary(new String[0], 0, 0);
    private static final Block BLOCK = TestFileSystem.block(1, 100);

    private final TestFileSystem cluster = new TestFileSystem();
    private final ClusterIdentity identity = cluster.store.identity();
    private final String pool = identity.blockPoolId();
    private final StoreDatanodeProtocol protocol = protocol(false);
    private DatanodeRegistration registered = registration("dn1", 1, identity.clusterId());

    private StoreDatanodeProtocol protocol(boolean secure) {
        InstantSource clock = InstantSource.system();
        Heartbeats heartbeats = new Heartbeats(
                cluster.writer, clock, DEAD_AFTER, new IdentityClaim(DEAD_AFTER, clock, pause -> {}), () -> 7);
        return new StoreDatanodeProtocol(
                identity,
                new Registration(identity, "127.0.0.1"),
                new BlockKeyDelivery(secure, cluster.writer, clock, duration -> {}, new PeerToken(pool)),
                heartbeats,
                new StoreDatanodeProtocol.Reports(
                        new FullReports(cluster.writer, heartbeats::repeat),
                        new IncrementalReports(cluster.writer, DEAD_AFTER),
                        new BadBlocks(cluster.writer),
                        new Recoveries(cluster.writer, new BlockSynchronization(clock, DEAD_AFTER)::apply),
                        new SelfChecks(pool),
                        new LocalMoves(pool)));
    }

    private DatanodeRegistration registration(String uuid, int port, String clusterId) {
        return new DatanodeRegistration(
                new DatanodeID("10.0.0.1", uuid, uuid, port, 2, 0, 3),
                new StorageInfo(-57, identity.namespaceId(), clusterId, 0, NodeType.DATA_NODE),
                new ExportedBlockKeys(),
                "3.5.0");
    }

    private void heartbeat(DatanodeRegistration node, String storage) throws IOException {
        heartbeat(protocol, node, storage);
    }

    private static HeartbeatResponse heartbeat(StoreDatanodeProtocol to, DatanodeRegistration node, String storage)
            throws IOException {
        StorageReport[] reports = {new StorageReport(new DatanodeStorage(storage), false, 1000, 0, 1000, 0, 0)};
        return to.sendHeartbeat(
                node,
                reports,
                0,
                0,
                0,
                0,
                0,
                NO_FAILURES,
                false,
                SlowPeerReports.EMPTY_REPORT,
                SlowDiskReports.EMPTY_REPORT);
    }

    @BeforeEach
    void oneDataNodeRegisters_andAnotherHasItsOwnEndpoint() throws IOException {
        cluster.dataNode("dn2", new StorageId(FOREIGN));
        registered = protocol.registerDatanode(registered);
        heartbeat(registered, OWN);
        cluster.closedFile(1, 2, BLOCK);
        cluster.write(tx -> tx.replicas().put(List.of(replica(OWN), replica(FOREIGN))));
    }

    private static Replica replica(String storage) {
        return new Replica(
                BLOCK.id(), new StorageId(storage), BLOCK.generationStamp(), BLOCK.length(), ReplicaState.FINALIZED);
    }

    private void requireUntouched() {
        assertThat(cluster.replicas(BLOCK)).containsExactlyInAnyOrder(replica(OWN), replica(FOREIGN));
        assertThat(cluster.queued()).isZero();
    }

    private static StorageReceivedDeletedBlocks[] deleted(String storage) {
        ReceivedDeletedBlockInfo info =
                new ReceivedDeletedBlockInfo(HadoopMessages.block(BLOCK), BlockStatus.DELETED_BLOCK, "");
        return new StorageReceivedDeletedBlocks[] {
            new StorageReceivedDeletedBlocks(new DatanodeStorage(storage), new ReceivedDeletedBlockInfo[] {info})
        };
    }

    private static StorageBlockReport[] nothing(String storage) {
        return new StorageBlockReport[] {new StorageBlockReport(new DatanodeStorage(storage), BlockListAsLongs.EMPTY)};
    }

    private LocatedBlock[] bad(String node, String storage) {
        DatanodeInfo info = new DatanodeInfoBuilder()
                .setNodeID(registration(node, 1, identity.clusterId()))
                .build();
        return new LocatedBlock[] {
            new LocatedBlock(
                    new ExtendedBlock(pool, HadoopMessages.block(BLOCK)),
                    new DatanodeInfo[] {info},
                    new String[] {storage},
                    new StorageType[] {StorageType.DISK})
        };
    }

    @Test
    void everyCall_isRefusedUnlessItComesFromTheRegisteredDataNode() {
        Map<String, DatanodeRegistration> strangers = Map.of(
                "serves DataNode dn1", registration("dn3", 1, identity.clusterId()),
                "with the data port 1, not DataNode dn1", registration("dn1", 9, identity.clusterId()),
                "at 127.0.0.1, not at 10.0.0.1", registration("dn1", 1, identity.clusterId()),
                "CID-other", registration("dn1", 1, "CID-other"));
        strangers.forEach((refusal, stranger) -> {
            List<ThrowingCallable> calls = List.of(
                    () -> heartbeat(stranger, OWN),
                    () -> protocol.blockReport(stranger, pool, nothing(OWN), CONTEXT),
                    () -> protocol.blockReceivedAndDeleted(stranger, pool, deleted(OWN)),
                    () -> protocol.cacheReport(stranger, pool, List.of()),
                    () -> protocol.errorReport(stranger, 1, "lies"));
            assertThat(calls)
                    .allSatisfy(call -> assertThatThrownBy(call)
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining(refusal));
        });
        requireUntouched();
    }

    @Test
    void inSecureMode_theFirstHeartbeatBringsTheKeysAndNothingElse() throws IOException {
        cluster.write(tx -> StoredBlockKeys.renew(tx, BlockKeyConfig.on(), () -> new byte[BlockKey.SECRET_BYTES]));
        StoreDatanodeProtocol secure = protocol(true);
        DatanodeRegistration node = secure.registerDatanode(registration("dn9", 1, identity.clusterId()));
        assertThat(node.getExportedKeys().isBlockTokenEnabled()).isTrue();
        assertThat(heartbeat(secure, node, "s9").getCommands()).singleElement().isInstanceOf(KeyUpdateCommand.class);
        assertThat(storagesOf("dn9")).isEmpty();

        assertThat(heartbeat(secure, node, "s9").getCommands()).isEmpty();
        assertThat(storagesOf("dn9")).hasSize(1);
        PeerToken.forget();
    }

    private List<io.lambdafs.block.StorageReport> storagesOf(String name) {
        return cluster.dataNodes().stream()
                .filter(known -> known.id().value().equals(name))
                .flatMap(known -> known.storages().stream())
                .toList();
    }

    @Test
    void anotherDataNode_cannotRegister() {
        for (DatanodeRegistration other :
                List.of(registration("dn3", 1, identity.clusterId()), registration("dn1", 9, identity.clusterId()))) {
            assertThatThrownBy(() -> protocol.registerDatanode(other)).hasMessageContaining("serves DataNode dn1");
        }
        assertThatThrownBy(() -> protocol.registerDatanode(registration("dn1", 1, "CID-other")))
                .hasMessageContaining("belongs to the file system CID-other");
        assertThat(cluster.dataNodes()).hasSize(2);
    }

    @Test
    void callsWithoutARegistration_areRefusedBeforeThereIsOne() {
        StoreDatanodeProtocol unused = protocol(false);
        assertThatThrownBy(() -> unused.reportBadBlocks(bad("dn1", OWN))).hasMessageContaining("register first");
        ExtendedBlock block = new ExtendedBlock(pool, HadoopMessages.block(BLOCK));
        assertThatThrownBy(() -> unused.commitBlockSynchronization(
                        block, 2, 1, true, false, new DatanodeID[0], new String[] {OWN}))
                .hasMessageContaining("register first");
        requireUntouched();
    }

    @Test
    void report_changesTheReportersOwnStoragesOnly() throws IOException {
        assertThatThrownBy(() -> protocol.blockReport(registered, pool, nothing(FOREIGN), CONTEXT))
                .hasMessageContaining("storage s2 is not one of those");
        assertThatThrownBy(() -> protocol.blockReceivedAndDeleted(registered, pool, deleted(FOREIGN)))
                .hasMessageContaining("storage s2 is not one of those");
        protocol.reportBadBlocks(bad("dn2", FOREIGN));
        protocol.reportBadBlocks(bad("dn1", FOREIGN));
        assertThat(cluster.replicas(BLOCK)).contains(replica(FOREIGN));

        protocol.blockReceivedAndDeleted(registered, pool, deleted(OWN));
        assertThat(cluster.replicas(BLOCK)).containsExactly(replica(FOREIGN));
    }

    @Test
    void fullReport_isNotedWithTheNumberOfReplicas() throws IOException {
        protocol.blockReport(registered, pool, nothing(OWN), CONTEXT);
        assertThat(cluster.dataNodes().get(0).held().wasReported()).isTrue();
        assertThat(cluster.dataNodes().get(0).held().count()).isEqualTo(7);
        assertThat(cluster.dataNodes().get(1).held().wasReported()).isFalse();
    }

    @Test
    void heartbeat_cannotTakeAnotherDataNodesStorage() {
        assertThatThrownBy(() -> heartbeat(registered, FOREIGN)).hasMessageContaining("belong to DataNode dn2");
        assertThatThrownBy(() -> protocol.blockReport(registered, pool, nothing(FOREIGN), CONTEXT))
                .hasMessageContaining("storage s2 is not one of those");
        requireUntouched();
    }

    @Test
    void blocksOfAnotherPool_areRefused() {
        assertThatThrownBy(() -> protocol.blockReport(registered, "BP-other", nothing(OWN), CONTEXT))
                .hasMessageContaining("BP-other");
        LocatedBlock foreign =
                new LocatedBlock(new ExtendedBlock("BP-other", HadoopMessages.block(BLOCK)), new DatanodeInfo[0]);
        assertThatThrownBy(() -> protocol.reportBadBlocks(new LocatedBlock[] {foreign}))
                .hasMessageContaining("BP-other");
        requireUntouched();
    }

    /** Begins the recovery of an open file's block by the DataNodes with these storages. */
    private long recover(List<StorageId> storages) {
        Block written = TestFileSystem.block(2, 0);
        cluster.openFile(2, written, storages);
        LeaseRecovery recovery = new LeaseRecovery(
                new IdSource(cluster.store, Sequence.GENERATION_STAMP, 10),
                LeaseLimits.defaults(),
                DEAD_AFTER,
                InstantSource.system());
        cluster.write(tx -> recovery.release(tx, (RegularFile) tx.inodes()
                .lock(List.of(new RowLock(TestFileSystem.file(2), LockMode.EXCLUSIVE)))
                .get(0)));
        return cluster.blockOf(2).recoveryId();
    }

    private void synchronize(long recoveryId, String... storages) throws IOException {
        ExtendedBlock block = new ExtendedBlock(pool, HadoopMessages.block(TestFileSystem.block(2, 0)));
        protocol.commitBlockSynchronization(block, recoveryId, 33, true, false, new DatanodeID[0], storages);
    }

    @Test
    void outcomeOfARecovery_isRefusedFromADataNodeThatTakesNoPartInIt() {
        long recoveryId = recover(List.of(new StorageId(FOREIGN)));
        assertThatThrownBy(() -> synchronize(recoveryId, OWN)).hasMessageContaining("was not asked of the DataNode");
        assertThat(cluster.inode(2).isUnderConstruction()).isTrue();
    }

    @Test
    void outcomeOfARecovery_notesTheReportersReplicaOnly() throws IOException {
        long recoveryId = recover(List.of(new StorageId(OWN), new StorageId(FOREIGN)));
        assertThat(cluster.commands("dn1").size() + cluster.commands("dn2").size())
                .isEqualTo(1);
        synchronize(recoveryId, OWN, FOREIGN);
        assertThat(cluster.inode(2).isUnderConstruction()).isFalse();
        assertThat(cluster.inode(2).length()).isEqualTo(33);
        assertThat(cluster.replicas(TestFileSystem.block(2, 0)))
                .extracting(Replica::storage)
                .containsExactly(new StorageId(OWN));
    }
}
