package io.lambdafs.datanode;

import io.lambdafs.datanode.access.PeerToken;
import io.lambdafs.datanode.access.TokensOnly;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** The Hadoop settings of a DataNode whose NameNode is an endpoint on the loopback interface. */
final class HadoopSettings {
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private HadoopSettings() {}

    static Configuration of(DataNodeConfig config, InetSocketAddress endpoint) {
        Configuration settings = new HdfsConfiguration();
        settings.set("fs.defaultFS", "hdfs://" + endpoint.getHostString() + ":" + endpoint.getPort());
        settings.set(
                "dfs.datanode.data.dir",
                config.volumes().stream().map(Volume::setting).collect(Collectors.joining(",")));
        // It serves as long as one volume is left: what was on the others is copied from other DataNodes.
        settings.setInt("dfs.datanode.failed.volumes.tolerated", DataNode.MAX_VOLUME_FAILURE_TOLERATED_LIMIT);
        DataNodeConfig.Network network = config.network();
        settings.set("dfs.datanode.address", network.bindAddress() + ":" + network.transferPort());
        settings.set("dfs.datanode.ipc.address", network.bindAddress() + ":" + network.rpcPort());
        settings.set("dfs.datanode.http.address", network.bindAddress() + ":" + network.httpPort());
        settings.setBoolean("hadoop.prometheus.endpoint.enabled", true);
        settings.set("dfs.datanode.hostname", network.advertisedHost());
        settings.setLong("dfs.heartbeat.interval", HEARTBEAT.toSeconds());
        settings.setLong(
                "dfs.blockreport.intervalMsec", config.blockReportInterval().toMillis());
        settings.setLong("dfs.blockreport.initialDelay", 0);
        keepSmall(settings);
        if (config.isSecure()) {
            protect(settings);
        }
        return settings;
    }

    /* Tokens for blocks and for calls, and encryption with keys that are derived from the block keys; see docs/design-decisions.md. */
    private static void protect(Configuration settings) {
        settings.setBoolean("dfs.block.access.token.enable", true);
        settings.setBoolean("dfs.block.access.token.protobuf.enable", true);
        settings.setBoolean("dfs.encrypt.data.transfer", true);
        settings.set("dfs.encrypt.data.transfer.cipher.suites", "AES/CTR/NoPadding");
        settings.setClass("dfs.trustedchannel.resolver.class", TokensOnly.class, TrustedChannelResolver.class);
        // Clients of the stack ask for the first. The endpoint in this process, which nobody can listen to, has the
        // second.
        settings.set("hadoop.rpc.protection", "privacy,authentication");
        settings.setBoolean("hadoop.security.authorization", true);
        settings.set("security.inter.datanode.protocol.acl", PeerToken.USER);
    }

    /* A DataNode sized for a machine of many disks and thousands of clients starts threads that nobody needs here. */
    private static void keepSmall(Configuration settings) {
        settings.setInt("dfs.datanode.handler.count", 2);
        settings.setInt("hadoop.http.max.threads", 4);
        settings.setInt("dfs.datanode.lazywriter.interval.sec", 0);
        // Counts the replicas it knows instead of starting du.
        settings.set(
                "fs.getspaceused.classname",
                "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReplicaCachingGetSpaceUsed");
    }
}
