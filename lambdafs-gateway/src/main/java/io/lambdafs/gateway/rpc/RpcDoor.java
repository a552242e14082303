package io.lambdafs.gateway.rpc;

import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.gateway.security.GatewaySecurity;
import io.lambdafs.gateway.security.GatewayTokens;
import io.lambdafs.gateway.security.TokenGroupsRefresh;
import io.lambdafs.metrics.MetricsText;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.proto.HAServiceProtocolProtos.HAServiceProtocolService;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolPB;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.NamenodeProtocolService;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.ipc.ExternalCall;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.proto.GenericRefreshProtocolProtos.GenericRefreshProtocolService;
import org.apache.hadoop.ipc.proto.RefreshCallQueueProtocolProtos.RefreshCallQueueProtocolService;
import org.apache.hadoop.ipc.protocolPB.GenericRefreshProtocolPB;
import org.apache.hadoop.ipc.protocolPB.GenericRefreshProtocolServerSideTranslatorPB;
import org.apache.hadoop.ipc.protocolPB.RefreshCallQueueProtocolPB;
import org.apache.hadoop.ipc.protocolPB.RefreshCallQueueProtocolServerSideTranslatorPB;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.proto.RefreshAuthorizationPolicyProtocolProtos.RefreshAuthorizationPolicyProtocolService;
import org.apache.hadoop.security.proto.RefreshUserMappingsProtocolProtos.RefreshUserMappingsProtocolService;
import org.apache.hadoop.security.protocolPB.RefreshAuthorizationPolicyProtocolPB;
import org.apache.hadoop.security.protocolPB.RefreshAuthorizationPolicyProtocolServerSideTranslatorPB;
import org.apache.hadoop.security.protocolPB.RefreshUserMappingsProtocolPB;
import org.apache.hadoop.security.protocolPB.RefreshUserMappingsProtocolServerSideTranslatorPB;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.tools.GetUserMappingsProtocol;
import org.apache.hadoop.tools.proto.GetUserMappingsProtocolProtos.GetUserMappingsProtocolService;
import org.apache.hadoop.tools.protocolPB.GetUserMappingsProtocolPB;
import org.apache.hadoop.tools.protocolPB.GetUserMappingsProtocolServerSideTranslatorPB;
import org.jspecify.annotations.Nullable;

/** The server of Hadoop's RPC that clients take for a NameNode. */
public final class RpcDoor implements AutoCloseable {
    private static final String HANDLERS = "dfs.namenode.handler.count";
    private static final int DEFAULT_HANDLERS = 128;
    private static final String AUTHORIZATION = "hadoop.security.authorization";

    private final RPC.Server server;
    private final int handlers;
    private final LaterAnswers later;
    private final UnreadAnswers unread;
    private final Optional<TokenGroupsRefresh> groups;

    private RpcDoor(RPC.Server server, int handlers, LaterAnswers later, Optional<TokenGroupsRefresh> groups) {
        this.later = later;
        this.unread = UnreadAnswers.bound(server);
        this.groups = groups;
        this.server = server;
        this.handlers = handlers;
    }

    /**
     * Opens a server.
     *
     * @param settings reads Hadoop's: those of its RPC server, and how many calls may be under way at once ({@value #HANDLERS})
     * @param address where to listen
     * @param ports of which it takes the first that it can have; 0 for any free one
     * @param calls where calls go; remains the caller's
     * @param dataNodes serves DataNodes; empty if they are refused
     * @throws IOException with a sentence for the user, if it can have none of the ports
     */
    public static RpcDoor open(
            Supplier<Configuration> settings,
            String address,
            List<Integer> ports,
            ObservedCalls calls,
            Optional<BlockingService> dataNodes)
            throws IOException {
        Configuration now = GatewaySecurity.ofServer(settings.get());
        boolean secure = GatewaySecurity.isOn(now);
        RPC.setProtocolEngine(now, ClientNamenodeProtocolPB.class, ProtobufRpcEngine2.class);
        CallOrigin current = new CurrentCall();
        int handlers = now.getInt(HANDLERS, DEFAULT_HANDLERS);
        LaterAnswers later = new LaterAnswers(handlers);
        RPC.Server server = listening(
                now,
                address,
                ports,
                new ForwardedClientProtocol(calls, current, secure, later),
                secure ? new GatewayTokens(calls) : null);
        add(
                server,
                now,
                NamenodeProtocolPB.class,
                NamenodeProtocolService.newReflectiveBlockingService(new NamenodeProtocolServerSideTranslatorPB(
                        new LimitedNamenodeProtocol(calls, current, secure))));
        dataNodes.ifPresent(service -> add(server, now, DatanodeProtocolPB.class, service));
        Optional<TokenGroupsRefresh> groups =
                secure ? Optional.of(TokenGroupsRefresh.start(calls, now)) : Optional.empty();
        addAdministration(server, now, new Refreshes(server, settings, groups), new ActiveService(calls));
        if (now.getBoolean(AUTHORIZATION, false)) {
            server.refreshServiceAcl(now, new HDFSPolicyProvider());
        }
        HdfsExceptions.keepOutOfLog(server);
        RpcDoor door = new RpcDoor(server, handlers, later, groups);
        server.start();
        return door;
    }

    private static RPC.Server listening(
            Configuration settings,
            String address,
            List<Integer> ports,
            ForwardedClientProtocol protocol,
            @Nullable GatewayTokens tokens)
            throws IOException {
        BindException refused = new BindException("no port was given");
        for (int port : ports) {
            try {
                return new RPC.Builder(settings)
                        .setProtocol(ClientNamenodeProtocolPB.class)
                        .setInstance(protocol)
                        .setBindAddress(address)
                        .setPort(port)
                        .setNumHandlers(settings.getInt(HANDLERS, DEFAULT_HANDLERS))
                        .setSecretManager(tokens)
                        .build();
            } catch (BindException e) {
                refused = e;
            }
        }
        throw new IOException(
                "cannot listen at " + address + ", port " + ports + " (" + refused.getMessage()
                        + "): choose another --rpc-port, or stop the program that holds it",
                refused);
    }

    private static void addAdministration(
            RPC.Server server, Configuration settings, Refreshes refreshes, ActiveService active) throws IOException {
        GetUserMappingsProtocol groups =
                user -> UserGroupInformation.createRemoteUser(user).getGroupNames();
        add(
                server,
                settings,
                HAServiceProtocolPB.class,
                HAServiceProtocolService.newReflectiveBlockingService(
                        new HAServiceProtocolServerSideTranslatorPB(active)));
        add(
                server,
                settings,
                GetUserMappingsProtocolPB.class,
                GetUserMappingsProtocolService.newReflectiveBlockingService(
                        new GetUserMappingsProtocolServerSideTranslatorPB(groups)));
        add(
                server,
                settings,
                RefreshUserMappingsProtocolPB.class,
                RefreshUserMappingsProtocolService.newReflectiveBlockingService(
                        new RefreshUserMappingsProtocolServerSideTranslatorPB(refreshes)));
        add(
                server,
                settings,
                RefreshAuthorizationPolicyProtocolPB.class,
                RefreshAuthorizationPolicyProtocolService.newReflectiveBlockingService(
                        new RefreshAuthorizationPolicyProtocolServerSideTranslatorPB(refreshes)));
        add(
                server,
                settings,
                RefreshCallQueueProtocolPB.class,
                RefreshCallQueueProtocolService.newReflectiveBlockingService(
                        new RefreshCallQueueProtocolServerSideTranslatorPB(refreshes)));
        add(
                server,
                settings,
                GenericRefreshProtocolPB.class,
                GenericRefreshProtocolService.newReflectiveBlockingService(
                        new GenericRefreshProtocolServerSideTranslatorPB(refreshes)));
    }

    private static void add(RPC.Server server, Configuration settings, Class<?> protocol, BlockingService service) {
        RPC.setProtocolEngine(settings, protocol, ProtobufRpcEngine2.class);
        server.addProtocol(RPC.RpcKind.RPC_PROTOCOL_BUFFER, protocol, service);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getListenerAddress();
    }

    /** Adds how much there is to do. */
    public void addTo(MetricsText text) {
        text.gauge("lambdafs_gateway_queued_calls", "Calls that wait for a handler.")
                .sample(server.getCallQueueLen());
        text.gauge("lambdafs_gateway_connections", "Connections of clients to Hadoop's RPC that are open.")
                .sample(server.getNumOpenConnections());
        text.gauge("lambdafs_gateway_handlers", "Calls that can be under way at once.")
                .sample(handlers);
        unread.addTo(text);
    }

    /**
     * Has a handler of this server carry out a call that came to another server of this process. It waits its turn as those of
     * Hadoop's RPC do.
     *
     * @throws IOException if there is no room for it
     */
    public void queue(ExternalCall<?> call) throws IOException, InterruptedException {
        server.queueCall(call);
    }

    @Override
    public void close() {
        unread.close();
        groups.ifPresent(TokenGroupsRefresh::close);
        server.stop();
        later.close();
    }
}
