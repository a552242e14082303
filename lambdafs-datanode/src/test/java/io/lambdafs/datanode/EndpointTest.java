package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.datanode.access.OwnProcessSecret;
import io.lambdafs.datanode.access.PeerToken;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.store.ClusterIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An endpoint's port serves the DataNode of its own process and no one else who reaches it. */
final class EndpointTest {
    private final TestFileSystem cluster = new TestFileSystem();
    private final ClusterIdentity identity = cluster.store.identity();
    private final OwnProcessSecret own = new OwnProcessSecret(new SecureRandom());

    private Endpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = Endpoint.start(protocol(), own);
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private StoreDatanodeProtocol protocol() {
        InstantSource clock = InstantSource.system();
        Duration deadAfter = Duration.ofSeconds(30);
        String pool = identity.blockPoolId();
        IdentityClaim claim = new IdentityClaim(deadAfter, clock, duration -> {});
        Heartbeats heartbeats = new Heartbeats(cluster.writer, clock, deadAfter, claim, () -> 0);
        return new StoreDatanodeProtocol(
                identity,
                new Registration(identity, "127.0.0.1"),
                new BlockKeyDelivery(false, cluster.writer, clock, duration -> {}, new PeerToken(pool)),
                heartbeats,
                new StoreDatanodeProtocol.Reports(
                        new FullReports(cluster.writer, heartbeats::repeat),
                        new IncrementalReports(cluster.writer, deadAfter),
                        new BadBlocks(cluster.writer),
                        new Recoveries(cluster.writer, new BlockSynchronization(clock, deadAfter)::apply),
                        new SelfChecks(pool),
                        new LocalMoves(pool)));
    }

    /** Asks the endpoint for the file system's identity, as a DataNode does first. */
    private String ask(InetSocketAddress address) throws IOException {
        Configuration settings = new Configuration();
        settings.setInt("ipc.client.connect.max.retries", 0);
        RPC.setProtocolEngine(settings, DatanodeProtocolPB.class, ProtobufRpcEngine2.class);
        try (DatanodeProtocolClientSideTranslatorPB caller =
                new DatanodeProtocolClientSideTranslatorPB(address, settings)) {
            return caller.versionRequest().getClusterID();
        }
    }

    private String askAs(UserGroupInformation user) throws IOException {
        try {
            return user.doAs((PrivilegedExceptionAction<String>) () -> ask(endpoint.address()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Test
    void dataNodeOfTheProcess_isServed() throws IOException {
        own.giveToDataNode(endpoint.address());
        assertThat(askAs(UserGroupInformation.getLoginUser())).isEqualTo(identity.clusterId());
    }

    @Test
    void stranger_isRefused() {
        UserGroupInformation stranger = UserGroupInformation.createRemoteUser("datanode");
        assertThatThrownBy(() -> askAs(stranger)).hasMessageContaining("SIMPLE authentication is not enabled");
    }

    @Test
    void strangerWithASecretOfAnother_isRefused() throws IOException {
        new OwnProcessSecret(new SecureRandom()).giveToDataNode(endpoint.address());
        UserGroupInformation stranger = UserGroupInformation.createRemoteUser("datanode");
        for (Token<? extends TokenIdentifier> token :
                UserGroupInformation.getLoginUser().getTokens()) {
            stranger.addToken(token);
        }
        assertThatThrownBy(() -> askAs(stranger)).hasMessageContaining("DIGEST-MD5");
    }
}
