package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What HDFS's balancer asks a NameNode, asked of a gateway. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class NamenodeProtocolTest {
    private static final Path FILE = new Path("/namenode-protocol");

    /** Longer than the blocks of other tests, so that no others are found. */
    private static final int BLOCK_BYTES = 5 << 20;

    private DistributedFileSystem fs;
    private NamenodeProtocol balancer;
    private DatanodeInfo dataNode;

    @BeforeEach
    void write() throws IOException {
        fs = Gateways.client(Gateways.settings(SharedStack.get()));
        balancer = protocol(UserGroupInformation.getCurrentUser());
        dataNode = fs.getDataNodeStats(DatanodeReportType.LIVE)[0];
        try (OutputStream out = fs.create(FILE, true, 4096, (short) 1, BLOCK_BYTES)) {
            out.write(new byte[2 * BLOCK_BYTES]);
        }
    }

    @AfterEach
    void close() throws IOException {
        RPC.stopProxy(balancer);
        fs.delete(FILE, false);
        fs.close();
    }

    private static NamenodeProtocol protocol(UserGroupInformation user) throws IOException {
        URI gateway = Gateways.address(SharedStack.get(), 0);
        return NameNodeProxies.createNonHAProxy(
                        new Configuration(),
                        new InetSocketAddress(gateway.getHost(), gateway.getPort()),
                        NamenodeProtocol.class,
                        user,
                        false)
                .getProxy();
    }

    private List<BlockWithLocations> blocks(long bytes, long leastBytes, StorageType type) throws IOException {
        return Arrays.asList(
                balancer.getBlocks(dataNode, bytes, leastBytes, 0, type).getBlocks());
    }

    @Test
    void blocksOfADataNode_areThoseOfItsReplicas_withTheirPlaces() throws IOException {
        List<LocatedBlock> written =
                fs.getClient().getLocatedBlocks(FILE.toString(), 0).getLocatedBlocks();

        List<BlockWithLocations> found = blocks(Long.MAX_VALUE, BLOCK_BYTES, StorageType.DISK);

        assertThat(found)
                .extracting(BlockWithLocations::getBlock)
                .containsExactlyInAnyOrder(
                        written.get(0).getBlock().getLocalBlock(),
                        written.get(1).getBlock().getLocalBlock());
        for (BlockWithLocations block : found) {
            assertThat(block.getBlock().getNumBytes()).isEqualTo(BLOCK_BYTES);
            assertThat(block.getDatanodeUuids()).containsExactly(dataNode.getDatanodeUuid());
            assertThat(block.getStorageTypes()).containsExactly(StorageType.DISK);
            assertThat(block.getStorageIDs()).containsExactly(written.get(0).getStorageIDs());
        }
    }

    @Test
    void noMoreBlocks_thanWereAskedFor() throws IOException {
        assertThat(blocks(1, BLOCK_BYTES, StorageType.DISK)).hasSize(1);
        assertThat(blocks(BLOCK_BYTES + 1, BLOCK_BYTES, StorageType.DISK)).hasSize(2);
        assertThat(blocks(Long.MAX_VALUE, BLOCK_BYTES + 1, StorageType.DISK)).isEmpty();
        assertThat(blocks(Long.MAX_VALUE, 0, StorageType.SSD)).isEmpty();
    }

    @Test
    void whatMakesNoSense_isRefused() {
        DatanodeInfo unknown = new DatanodeInfoBuilder()
                .setNodeID(dataNode)
                .setDatanodeUuid("no-such-uuid")
                .build();
        assertThatThrownBy(() -> balancer.getBlocks(unknown, 1, 1, 0, StorageType.DISK))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("no-such-uuid not found");
        assertThatThrownBy(() -> balancer.getBlocks(dataNode, 0, 1, 0, StorageType.DISK))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("size: 0");
        assertThatThrownBy(() -> balancer.getBlocks(dataNode, 1, 1, 7, StorageType.DISK))
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("without -hotBlockTimeInterval");
    }

    @Test
    void othersThanSuperusers_areDenied() throws IOException {
        NamenodeProtocol bob = protocol(UserGroupInformation.createRemoteUser("bob"));
        try {
            assertThatThrownBy(() -> bob.getBlocks(dataNode, 1, 1, 0, StorageType.DISK))
                    .isInstanceOf(RemoteException.class)
                    .satisfies(refusal -> assertThat(((RemoteException) refusal).getClassName())
                            .isEqualTo(AccessControlException.class.getName()))
                    .hasMessageContaining("Superuser privilege is required for operation getBlocks");
        } finally {
            RPC.stopProxy(bob);
        }
    }

    /** As HDFS without security says; a balancer does not run without an answer. */
    @Test
    void thereAreNoBlockKeys_andNoUpgrade() throws IOException {
        assertThat(balancer.getBlockKeys().isBlockTokenEnabled()).isFalse();
        assertThat(balancer.isUpgradeFinalized()).isTrue();
        assertThat(balancer.versionRequest().getBlockPoolID()).startsWith("BP-");
    }
}
