package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.PartitionFunction;
import io.lambdafs.wire.RequestEnvelope;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.namenode.ha.ClientHAProxyFactory;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.tools.GetUserMappingsProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hadoop's own FileSystem over the plugin, with canned answers. */
final class HadoopClientTest {
    private static final int DEPLOYMENTS = 4;

    private final FakePlatform platform = new FakePlatform(DEPLOYMENTS, CannedNameNode::answer);
    private FileSystem fs;

    @BeforeEach
    void open() throws IOException {
        eventually("earlier tests' servers have ended", () -> serverThreads() == 0);
        fs = FileSystem.newInstance(URI.create("hdfs://lambdafs"), configuration());
    }

    @AfterEach
    void close() throws IOException {
        fs.close();
        platform.close();
    }

    @Test
    void getFileStatus_isAnsweredByTheOwnerOfThePath() throws IOException {
        FileStatus status = fs.getFileStatus(new Path("/a/b"));

        assertThat(status.isDirectory()).isTrue();
        assertThat(status.getOwner()).isEqualTo("alice");
        int owner = new PartitionFunction(DEPLOYMENTS).ownerOf("/a/b");
        assertThat(platform.functions()).containsExactly("namenode" + owner);
    }

    @Test
    void listStatus_isAnsweredByTheOwnerOfTheChildren() throws IOException {
        assertThat(fs.listStatus(new Path("/a/b"))).hasSize(1);

        int owner = new PartitionFunction(DEPLOYMENTS).ownerOfChildrenOf("/a/b");
        assertThat(platform.functions()).containsOnly("namenode" + owner);
    }

    @Test
    void everyCall_carriesTheUserAndItsOwnId() throws IOException {
        fs.mkdirs(new Path("/x"));
        fs.mkdirs(new Path("/x"));

        assertThat(platform.requests()).hasSize(2);
        assertThat(platform.requests().get(0).id())
                .isNotEqualTo(platform.requests().get(1).id());
        assertThat(platform.requests().get(0).caller().user())
                .isEqualTo(UserGroupInformation.getCurrentUser().getShortUserName());
    }

    @Test
    void applicationError_arrivesAsHdfsOwnClassAndIsNotRetried() {
        assertThatThrownBy(() -> fs.mkdirs(new Path("/below-file")))
                .isInstanceOf(ParentNotDirectoryException.class)
                .hasMessage("/below-file");
        assertThat(platform.requests()).hasSize(1);
    }

    @Test
    void absentFile_isNotFound() {
        assertThatThrownBy(() -> fs.getFileStatus(new Path("/absent"))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void lostAnswer_isResubmittedUnderTheSameId() throws IOException {
        platform.nextAnswers(502, "{\"error\":\"The action did not produce a valid response.\"}");
        platform.nextAnswers(429, "{\"error\":\"Too many concurrent requests in flight.\",\"code\":\"1\"}");
        platform.nextAnswers(200, "{\"respon");

        assertThat(fs.mkdirs(new Path("/x"))).isTrue();

        assertThat(platform.requests()).hasSize(4);
        assertThat(platform.requests().stream().map(RequestEnvelope::id).distinct())
                .hasSize(1);
    }

    @Test
    void fileSystemsWithTheSameSettings_shareOneServerThatEndsWithTheLast() throws IOException {
        try (FileSystem second = FileSystem.newInstance(URI.create("hdfs://lambdafs"), configuration())) {
            second.mkdirs(new Path("/x"));
            fs.mkdirs(new Path("/x"));

            assertThat(serverThreads()).isEqualTo(1);
            assertThat(endpointsOffered()).hasSize(1);
        }
        assertThat(serverThreads()).isEqualTo(1);

        fs.close();

        eventually("the server has ended", () -> serverThreads() == 0);
    }

    @Test
    void clientWithKerberos_isNotDowngradedUnlessItAllowsIt() throws IOException {
        Configuration secure = configuration();
        secure.set("hadoop.security.authentication", "kerberos");

        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("hdfs://lambdafs"), secure))
                .isInstanceOf(AccessControlException.class)
                .hasMessageContaining("hdfs://lambdafs")
                .hasMessageContaining("ipc.client.fallback-to-simple-auth-allowed");
        assertThat(platform.requests()).isEmpty();

        secure.setBoolean("ipc.client.fallback-to-simple-auth-allowed", true);
        try (FileSystem allowed = FileSystem.newInstance(URI.create("hdfs://lambdafs"), secure)) {
            assertThat(allowed.mkdirs(new Path("/x"))).isTrue();
        }
    }

    @Test
    void settingsThatCannotBe_areExplainedByTheMessage() {
        Configuration wrong = configuration();
        wrong.set("lambdafs.client.tcp.enabld", "true");

        assertThatThrownBy(() -> FileSystem.newInstance(URI.create("hdfs://lambdafs"), wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lambdafs.client.tcp.enabld");
    }

    /** As fsck does it: Hadoop asks for the root before it asks for the address. */
    @Test
    void addressOfTheNameNode_isRefusedInAWayThatProgramsShow() throws IOException {
        ClientProtocol nameNode = ((DistributedFileSystem) fs).getClient().getNamenode();
        fs.exists(new Path("/"));

        assertThatThrownBy(() -> RPC.getServerAddress(nameNode))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no NameNode with an address")
                .hasMessageContaining("hdfs dfsadmin -report");
        // A thread that Hadoop takes for one of its own RPC's can make no second call.
        fs.exists(new Path("/"));
        assertThat(fs.mkdirs(new Path("/x"))).isTrue();
        assertThat(fs.mkdirs(new Path("/x"))).isTrue();
    }

    @Test
    void addressOfTheNameNode_isThatOfAGateway_whereOneIsKnown() throws IOException {
        Configuration settings = configuration();
        settings.set("dfs.ha.namenodes.lambdafs", "gateway0");
        settings.set("dfs.namenode.rpc-address.lambdafs.gateway0", "127.0.0.1:8020");
        try (FileSystem withGateway = FileSystem.newInstance(URI.create("hdfs://lambdafs"), settings)) {
            ClientProtocol nameNode =
                    ((DistributedFileSystem) withGateway).getClient().getNamenode();
            withGateway.exists(new Path("/"));

            assertThat(RPC.getServerAddress(nameNode).getPort()).isEqualTo(8020);
            // A thread that Hadoop takes for one of its own RPC's can make no second call.
            withGateway.exists(new Path("/"));
            assertThat(withGateway.mkdirs(new Path("/x"))).isTrue();
        }
    }

    @Test
    void groups_areThoseThatCallsCarry() throws IOException {
        Configuration configuration = configuration();
        URI nameservice = URI.create("hdfs://lambdafs");
        LambdaFailoverProxyProvider<GetUserMappingsProtocol> provider = new LambdaFailoverProxyProvider<>(
                configuration, nameservice, GetUserMappingsProtocol.class, new ClientHAProxyFactory<>());
        UserGroupInformation user = UserGroupInformation.getCurrentUser();

        assertThat(provider.getProxy().proxy.getGroupsForUser(user.getShortUserName()))
                .containsExactly(user.getGroupNames());
        provider.close();
        // It shares nothing with the file system that it could take with it.
        assertThat(fs.mkdirs(new Path("/x"))).isTrue();
        assertThat(platform.requests()).hasSize(1);
    }

    @Test
    void otherProtocols_areRefusedByTheirNames() {
        assertThatThrownBy(() -> new LambdaFailoverProxyProvider<>(
                        configuration(), URI.create("hdfs://lambdafs"), Runnable.class, new ClientHAProxyFactory<>()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("java.lang.Runnable");
    }

    private Set<String> endpointsOffered() {
        return platform.bodies().stream()
                .map(body -> body.substring(body.indexOf("\"tcp\"")))
                .collect(Collectors.toSet());
    }

    private static long serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("lambdafs-client-tcp"))
                .count();
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration(false);
        configuration.set("fs.defaultFS", "hdfs://lambdafs");
        configuration.set("fs.hdfs.impl", "org.apache.hadoop.hdfs.DistributedFileSystem");
        configuration.set("dfs.nameservices", "lambdafs");
        configuration.set("dfs.client.failover.proxy.provider.lambdafs", LambdaFailoverProxyProvider.class.getName());
        configuration.set(ClientKey.OPENWHISK_URL.key(), platform.url());
        configuration.set(ClientKey.OPENWHISK_AUTH.key(), FakePlatform.KEY);
        configuration.set(ClientKey.BACKOFF_MAX.key(), "5");
        return configuration;
    }
}
