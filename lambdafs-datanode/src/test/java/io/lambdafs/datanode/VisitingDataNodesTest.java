package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.Block;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.ClusterIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NodeType;
import org.apache.hadoop.hdfs.server.common.StorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo.BlockStatus;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.junit.jupiter.api.Test;

/** DataNodes of other processes, with calls that come from addresses of the test's choice. */
final class VisitingDataNodesTest {
    private static final VolumeFailureSummary NO_FAILURES = new VolumeFailureSummary(new String[0], 0, 0);
    private static final Block BLOCK = TestFileSystem.block(1, 100);

    private final TestFileSystem cluster = new TestFileSystem();
    private final ClusterIdentity identity = cluster.store.identity();
    private String caller = "10.0.0.1";
    private final VisitingDataNodes visitors =
            new VisitingDataNodes(cluster.store, Duration.ofSeconds(30), DataNodeProcess.Timing.real(), () -> caller);

    private DatanodeRegistration node(String uuid, int port) {
        return new DatanodeRegistration(
                new DatanodeID("", uuid, uuid, port, 2, 0, 3),
                new StorageInfo(-57, identity.namespaceId(), identity.clusterId(), 0, NodeType.DATA_NODE),
                new ExportedBlockKeys(),
                "3.5.0");
    }

    private HeartbeatResponse heartbeat(DatanodeRegistration node, String storage) throws IOException {
        StorageReport[] reports = {new StorageReport(new DatanodeStorage(storage), false, 1000, 0, 1000, 0, 0)};
        return visitors.sendHeartbeat(
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

    private static StorageReceivedDeletedBlocks[] received(String storage) {
        ReceivedDeletedBlockInfo info =
                new ReceivedDeletedBlockInfo(HadoopMessages.block(BLOCK), BlockStatus.RECEIVED_BLOCK, "");
        return new StorageReceivedDeletedBlocks[] {
            new StorageReceivedDeletedBlocks(new DatanodeStorage(storage), new ReceivedDeletedBlockInfo[] {info})
        };
    }

    @Test
    void severalDataNodes_areServed_eachWithItsOwnStorages() throws IOException {
        cluster.closedFile(1, 2, BLOCK);
        DatanodeRegistration first = visitors.registerDatanode(node("dn1", 1));
        caller = "10.0.0.2";
        DatanodeRegistration second = visitors.registerDatanode(node("dn2", 1));
        assertThat(first.getIpAddr()).isEqualTo("10.0.0.1");
        assertThat(second.getIpAddr()).isEqualTo("10.0.0.2");

        heartbeat(second, "s2");
        visitors.blockReceivedAndDeleted(second, identity.blockPoolId(), received("s2"));
        assertThatThrownBy(() -> visitors.blockReceivedAndDeleted(second, identity.blockPoolId(), received("s1")))
                .hasMessageContaining("storage s1 is not one of those");
        caller = "10.0.0.1";
        heartbeat(first, "s1");
        visitors.blockReceivedAndDeleted(first, identity.blockPoolId(), received("s1"));

        assertThat(cluster.replicas(BLOCK))
                .extracting(Replica::storage)
                .containsExactlyInAnyOrder(new StorageId("s1"), new StorageId("s2"));
        heartbeat(first, "s1");
        assertThat(cluster.dataNodes()).hasSize(2);
    }

    @Test
    void dataNodeThatIsNotKnown_isToldToRegister_andMayReportNothing() throws IOException {
        DatanodeRegistration stranger = node("dn1", 1);
        assertThat(heartbeat(stranger, "s1").getCommands()).containsExactly(RegisterCommand.REGISTER);
        assertThatThrownBy(() -> visitors.blockReceivedAndDeleted(stranger, identity.blockPoolId(), received("s1")))
                .hasMessageContaining("register first");
        assertThatThrownBy(() -> visitors.reportBadBlocks(new LocatedBlock[0])).hasMessageContaining("register first");
    }

    @Test
    void callsFromAnotherAddress_areRefused() throws IOException {
        DatanodeRegistration first = visitors.registerDatanode(node("dn1", 1));
        heartbeat(first, "s1");
        caller = "10.0.0.9";
        assertThatThrownBy(() -> heartbeat(first, "s1")).hasMessageContaining("has not registered here from 10.0.0.9");
        assertThatThrownBy(() -> visitors.blockReceivedAndDeleted(first, identity.blockPoolId(), received("s1")))
                .hasMessageContaining("register first");
    }

    @Test
    void copyOfADataNodeThatIsAlive_isRefused_andDoesNotDisturbIt() throws Exception {
        DatanodeRegistration first = visitors.registerDatanode(node("dn1", 1));
        heartbeat(first, "s1");
        Thread alive = new Thread(() -> {
            // As often as a copy is looked for: 5 s at most.
            for (int i = 0; i < 100 && !Thread.currentThread().isInterrupted(); i++) {
                cluster.write(tx -> tx.dataNodes().heartbeat(new DataNodeId("dn1"), List.of(), 0));
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        alive.start();
        try {
            assertThatThrownBy(() -> visitors.registerDatanode(node("dn1", 7)))
                    .hasMessageContaining("another process with the same identity");
        } finally {
            alive.interrupt();
            alive.join();
        }
        assertThat(heartbeat(first, "s1").getCommands()).isEmpty();
    }

    @Test
    void badReplica_isTheCallersOwn_ifItNamesItself() throws IOException {
        cluster.closedFile(1, 1, BLOCK);
        DatanodeRegistration first = visitors.registerDatanode(node("dn1", 1));
        DatanodeRegistration neighbour = visitors.registerDatanode(node("dn2", 2));
        heartbeat(first, "s1");
        heartbeat(neighbour, "s2");
        visitors.blockReceivedAndDeleted(first, identity.blockPoolId(), received("s1"));

        DatanodeInfo place = new DatanodeInfoBuilder().setNodeID(first).build();
        ExtendedBlock bad = new ExtendedBlock(identity.blockPoolId(), HadoopMessages.block(BLOCK));
        visitors.reportBadBlocks(new LocatedBlock[] {
            new LocatedBlock(bad, new DatanodeInfo[] {place}, new String[] {"s1"}, new StorageType[] {StorageType.DISK})
        });

        assertThat(cluster.replicas(BLOCK)).extracting(Replica::state).containsExactly(ReplicaState.CORRUPT);
    }
}
