package io.lambdafs.datanode;

import io.lambdafs.datanode.access.OwnProcessSecret;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeProtocolService;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation.AuthenticationMethod;

/** The RPC server on the loopback interface that a DataNode takes for its NameNode. It accepts the DataNode of its own process only. */
final class Endpoint implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    /* Heartbeats and block reports come from one thread of the DataNode; commands are carried out by others. */
    private static final int HANDLERS = 3;

    private final RPC.Server server;

    private Endpoint(RPC.Server server) {
        this.server = server;
    }

    /** Starts an endpoint on a free port, for the program that shows this secret. */
    static Endpoint start(DatanodeProtocol protocol, OwnProcessSecret own) throws IOException {
        Configuration settings = new Configuration();
        // Then a call without the secret is refused, whatever user it claims to come from.
        SecurityUtil.setAuthenticationMethod(AuthenticationMethod.TOKEN, settings);
        RPC.setProtocolEngine(settings, DatanodeProtocolPB.class, ProtobufRpcEngine2.class);
        var translator = new DatanodeProtocolServerSideTranslatorPB(
                protocol, CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH_DEFAULT);
        RPC.Server server = new RPC.Builder(settings)
                .setProtocol(DatanodeProtocolPB.class)
                .setInstance(DatanodeProtocolService.newReflectiveBlockingService(translator))
                .setBindAddress(LOOPBACK)
                .setPort(0)
                .setNumHandlers(HANDLERS)
                .setSecretManager(own)
                .build();
        server.start();
        return new Endpoint(server);
    }

    InetSocketAddress address() {
        return server.getListenerAddress();
    }

    @Override
    public void close() {
        server.stop();
    }
}
