package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.block.DataNodeCommand.Verify;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs.BlockReportReplica;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.junit.jupiter.api.Test;

/** Full and incremental reports against the store's twin. */
final class BlockReportsTest {
    private static final StorageId STORAGE = new StorageId("s1");
    /** Another storage of the same DataNode. */
    private static final StorageId SIBLING = new StorageId("s1-2");

    private static final Block BLOCK = TestFileSystem.block(1, 100);

    private final TestFileSystem cluster = new TestFileSystem();
    private final IncrementalReports incremental = new IncrementalReports(cluster.writer, Duration.ofSeconds(30));
    private final AtomicInteger signsOfLife = new AtomicInteger();
    private final FullReports full = new FullReports(cluster.writer, signsOfLife::incrementAndGet);

    BlockReportsTest() {
        cluster.dataNode("dn1", STORAGE);
    }

    private void report(BlockStatus status, Block block) {
        report(status, block, "");
    }

    private void report(BlockStatus status, Block block, String hint) {
        ReceivedDeletedBlockInfo info = new ReceivedDeletedBlockInfo(HadoopMessages.block(block), status, hint);
        incremental.accept(
                new StorageReceivedDeletedBlocks(
                        new DatanodeStorage(STORAGE.value()), new ReceivedDeletedBlockInfo[] {info}),
                Set.of(STORAGE, SIBLING));
    }

    private static BlockReportReplica replica(Block block, HdfsServerConstants.ReplicaState state) {
        BlockReportReplica replica = new BlockReportReplica(HadoopMessages.block(block));
        replica.setState(state);
        return replica;
    }

    private void fullReport(BlockReportReplica... replicas) {
        full.accept(STORAGE, BlockListAsLongs.encode(List.of(replicas)));
    }

    private static BlockReportReplica finalized(Block block) {
        return replica(block, HdfsServerConstants.ReplicaState.FINALIZED);
    }

    private static Replica row(Block block, ReplicaState state) {
        return new Replica(block.id(), STORAGE, block.generationStamp(), block.length(), state);
    }

    @Test
    void replica_isNotedWhileItIsWrittenAndWhenItIsWhole() {
        cluster.openFile(1, BLOCK.withLength(0), List.of(STORAGE));
        report(BlockStatus.RECEIVING_BLOCK, BLOCK.withLength(0));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK.withLength(0), ReplicaState.BEING_WRITTEN));
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.FINALIZED));
        report(BlockStatus.DELETED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).isEmpty();
        assertThat(cluster.queued()).isZero();
    }

    @Test
    void replicaOfNoBlock_isToBeDeleted() {
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).isEmpty();
        assertThat(cluster.commands("dn1")).containsExactly(new Invalidate(BLOCK));
    }

    @Test
    void replicaOfAnOlderVersion_isLookedAt() {
        cluster.closedFile(1, 1, BLOCK);
        report(BlockStatus.RECEIVED_BLOCK, BLOCK.withGenerationStamp(999));
        assertThat(cluster.queued()).isEqualTo(1);
        assertThat(cluster.commands("dn1")).isEmpty();
    }

    @Test
    void replicaOfAnotherLength_isCorrupt() {
        cluster.closedFile(1, 1, BLOCK);
        report(BlockStatus.RECEIVED_BLOCK, BLOCK.withLength(99));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK.withLength(99), ReplicaState.CORRUPT));
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void wantedReplica_needsNoLook() {
        cluster.closedFile(1, 1, BLOCK);
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.queued()).isZero();
    }

    /** A DataNode that moves a replica between its volumes does not say that it has left the first. */
    @Test
    void replicaOnAnotherStorageOfTheDataNode_hasMoved() {
        cluster.closedFile(1, 1, BLOCK);
        cluster.write(tx -> tx.replicas()
                .put(List.of(new Replica(
                        BLOCK.id(), SIBLING, BLOCK.generationStamp(), BLOCK.length(), ReplicaState.FINALIZED))));
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.FINALIZED));
        assertThat(cluster.queued()).isZero();
    }

    @Test
    void surplusReplica_isLookedAt() {
        cluster.closedFile(1, 1, BLOCK);
        cluster.write(tx -> tx.replicas()
                .put(List.of(new Replica(
                        BLOCK.id(),
                        new StorageId("s2"),
                        BLOCK.generationStamp(),
                        BLOCK.length(),
                        ReplicaState.FINALIZED))));
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void lossOfAReplica_isLookedAt() {
        cluster.closedFile(1, 1, BLOCK);
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        report(BlockStatus.DELETED_BLOCK, BLOCK);
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void fullReport_addsWhatIsMissingAndRemovesWhatIsGone() {
        Block gone = TestFileSystem.block(2, 100);
        cluster.closedFile(1, 1, BLOCK);
        cluster.closedFile(2, 1, gone);
        cluster.write(tx -> tx.replicas().put(List.of(row(gone, ReplicaState.FINALIZED))));
        fullReport(finalized(BLOCK));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.FINALIZED));
        assertThat(cluster.replicas(gone)).isEmpty();
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void fullReport_hasReplicasOfNoBlockDeleted() {
        cluster.write(tx -> tx.replicas().put(List.of(row(BLOCK, ReplicaState.FINALIZED))));
        fullReport(finalized(BLOCK));
        assertThat(cluster.replicas(BLOCK)).isEmpty();
        assertThat(cluster.commands("dn1")).containsExactly(new Invalidate(BLOCK));
    }

    @Test
    void fullReport_knowsReplicasOfABlockUnderConstruction() {
        cluster.openFile(1, BLOCK.withLength(0), List.of(STORAGE));
        fullReport(replica(BLOCK.withLength(7), HdfsServerConstants.ReplicaState.RWR));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK.withLength(7), ReplicaState.BEING_WRITTEN));
        assertThat(cluster.commands("dn1")).isEmpty();
    }

    @Test
    void fullReport_takesAReplicaThatWasCutShortForCorruptOnceTheBlockIsComplete() {
        cluster.closedFile(1, 1, BLOCK);
        fullReport(replica(BLOCK, HdfsServerConstants.ReplicaState.RWR));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.CORRUPT));
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void fullReport_doesNotForgetThatAReplicaIsCorrupt() {
        cluster.closedFile(1, 1, BLOCK);
        cluster.write(tx -> tx.replicas().put(List.of(row(BLOCK, ReplicaState.CORRUPT))));
        fullReport(finalized(BLOCK));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.CORRUPT));
    }

    @Test
    void fullReport_ofManyPages_agreesAtItsEnd() {
        int known = ReplicaLedger.BATCH * 2 + 10;
        List<BlockReportReplica> report = new ArrayList<>();
        cluster.closedFile(0, 1, TestFileSystem.block(0, 100));
        cluster.write(tx -> {
            for (int i = 0; i < known; i++) {
                // Every third has a row only, every third is reported only: pages of both kinds end at odd places.
                if (i % 3 != 0) {
                    tx.replicas().put(List.of(row(TestFileSystem.block(i, 100), ReplicaState.FINALIZED)));
                }
                if (i % 3 != 1) {
                    report.add(finalized(TestFileSystem.block(i, 100)));
                }
            }
        });
        fullReport(report.toArray(BlockReportReplica[]::new));
        assertThat(allRows()).containsExactly(TestFileSystem.block(0, 100).id());
        assertThat(cluster.commands("dn1")).hasSize(report.size() - 1);
    }

    private List<BlockId> allRows() {
        return cluster.writer.read(tx -> tx.replicas().onStorage(STORAGE, new BlockId(0), 10_000).stream()
                .map(Replica::block)
                .toList());
    }

    /** DataNodes dn2 and dn3 with a good replica each on s2 and s3. */
    private void otherReplicas() {
        for (int node = 2; node <= 3; node++) {
            StorageId storage = new StorageId("s" + node);
            cluster.dataNode("dn" + node, storage);
            cluster.write(tx -> tx.replicas().put(List.of(good(storage))));
        }
    }

    private static Replica good(StorageId storage) {
        return new Replica(BLOCK.id(), storage, BLOCK.generationStamp(), BLOCK.length(), ReplicaState.FINALIZED);
    }

    @Test
    void replicaThatABalancerNamed_goes() {
        cluster.closedFile(1, 2, BLOCK);
        otherReplicas();
        report(BlockStatus.RECEIVED_BLOCK, BLOCK, "dn2");
        assertThat(cluster.commands("dn2")).containsExactly(new Invalidate(BLOCK));
        assertThat(cluster.commands("dn1")).isEmpty();
        assertThat(cluster.commands("dn3")).isEmpty();
        assertThat(cluster.replicas(BLOCK))
                .containsExactlyInAnyOrder(
                        good(STORAGE),
                        good(new StorageId("s3")),
                        good(new StorageId("s2")).withState(ReplicaState.DELETING));
        // Until the DataNode says that it is gone: its order may be lost.
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void replicaThatABalancerNamed_staysIfThereWouldBeTooFew() {
        cluster.closedFile(1, 3, BLOCK);
        otherReplicas();
        report(BlockStatus.RECEIVED_BLOCK, BLOCK, "dn2");
        assertThat(cluster.commands("dn2")).isEmpty();
        assertThat(cluster.replicas(BLOCK)).contains(good(new StorageId("s2")));
    }

    @Test
    void replicaThatABalancerNamed_staysIfTheNewOneIsNotGood() {
        cluster.closedFile(1, 2, BLOCK);
        otherReplicas();
        report(BlockStatus.RECEIVED_BLOCK, BLOCK.withLength(99), "dn2");
        assertThat(cluster.commands("dn2")).isEmpty();
    }

    @Test
    void replicaThatABalancerNamed_staysIfTheOthersAreOnDeadDataNodes() {
        cluster.closedFile(1, 2, BLOCK);
        cluster.dataNode("dn2", new StorageId("s2"));
        cluster.write(tx -> tx.replicas().put(List.of(good(new StorageId("s2")), good(new StorageId("gone")))));
        report(BlockStatus.RECEIVED_BLOCK, BLOCK, "dn2");
        assertThat(cluster.commands("dn2")).isEmpty();
    }

    @Test
    void replicaThatIsToBeDeleted_doesNotCountAgain_untilItIsGone() {
        cluster.closedFile(1, 1, BLOCK);
        Replica leaving = row(BLOCK, ReplicaState.DELETING);
        cluster.write(tx -> tx.replicas().put(List.of(leaving, good(new StorageId("s2")))));
        fullReport(finalized(BLOCK));
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).contains(leaving);
        report(BlockStatus.DELETED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).containsExactly(good(new StorageId("s2")));
        assertThat(cluster.queued()).isEqualTo(1);
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        assertThat(cluster.replicas(BLOCK)).contains(row(BLOCK, ReplicaState.FINALIZED));
    }

    private static LocatedBlock badAt(String node) {
        DatanodeInfo info = new DatanodeInfoBuilder()
                .setDatanodeUuid(node)
                .setIpAddr("127.0.0.1")
                .setHostName(node)
                .build();
        return new LocatedBlock(new ExtendedBlock("pool", HadoopMessages.block(BLOCK)), new DatanodeInfo[] {info});
    }

    @Test
    void badBlock_ofTheReporter_isMarkedCorrupt() {
        cluster.closedFile(1, 1, BLOCK);
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        new BadBlocks(cluster.writer).accept(badAt("dn1"), new DataNodeId("dn1"), Set.of(STORAGE));
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.CORRUPT));
        assertThat(cluster.queued()).isEqualTo(1);
    }

    @Test
    void badBlock_ofAnotherDataNode_isForThatOneToCheck() {
        cluster.closedFile(1, 3, BLOCK);
        otherReplicas();
        report(BlockStatus.RECEIVED_BLOCK, BLOCK);
        new BadBlocks(cluster.writer).accept(badAt("dn2"), new DataNodeId("dn1"), Set.of(STORAGE));
        assertThat(cluster.commands("dn2")).containsExactly(new Verify(BLOCK));
        assertThat(cluster.commands("dn1")).isEmpty();
        assertThat(cluster.commands("dn3")).isEmpty();
        assertThat(cluster.replicas(BLOCK))
                .allSatisfy(replica -> assertThat(replica.state()).isEqualTo(ReplicaState.FINALIZED));
    }

    @Test
    void replicaOfABlockThatMovesToAnotherFileMeanwhile_isNotDeleted() {
        cluster.closedFile(1, 1, BLOCK);
        cluster.closedFile(2, 1, TestFileSystem.block(2, 10));
        ReportedReplica replica = new ReportedReplica(BLOCK, true, false);
        AtomicInteger runs = new AtomicInteger();
        cluster.write(tx -> {
            Runnable meanwhile = runs.getAndIncrement() == 0 ? () -> cluster.moveBlock(1, 2) : () -> {};
            new ReplicaLedger(Interposed.beforeLocking(tx, meanwhile), STORAGE).record(List.of(replica), List.of());
        });
        assertThat(runs).hasValue(2);
        assertThat(cluster.commands("dn1")).isEmpty();
        assertThat(cluster.replicas(BLOCK)).containsExactly(row(BLOCK, ReplicaState.FINALIZED));
    }
}
