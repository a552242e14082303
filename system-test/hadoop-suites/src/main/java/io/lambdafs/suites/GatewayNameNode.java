package io.lambdafs.suites;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.NamenodeRole;
import org.apache.hadoop.hdfs.server.namenode.FSImage;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.ha.HAContext;
import org.apache.hadoop.hdfs.server.namenode.ha.HAState;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.metrics2.annotation.Metrics;

/**
 * What a test can ask a NameNode's object for without looking into it: its addresses, and what a client can ask. It starts nothing;
 * a gateway serves.
 */
@Metrics(context = "dfs")
public final class GatewayNameNode extends NameNode {
    private final InetSocketAddress rpc;
    private final InetSocketAddress http;
    private final NamenodeProtocols protocols;

    private GatewayNameNode(
            Configuration configuration, InetSocketAddress rpc, InetSocketAddress http, NamenodeProtocols protocols)
            throws IOException {
        super(configuration, NamenodeRole.NAMENODE);
        this.rpc = rpc;
        this.http = http;
        this.protocols = protocols;
    }

    /** Of a gateway that listens at these addresses. */
    public static GatewayNameNode of(
            Configuration configuration, InetSocketAddress rpc, InetSocketAddress http, NamenodeProtocols protocols)
            throws IOException {
        return new GatewayNameNode(new HdfsConfiguration(configuration), rpc, http, protocols);
    }

    @Override
    protected void initialize(Configuration configuration) {
        // The gateway has started.
    }

    @Override
    protected HAContext createHAContext() {
        return new AlwaysActive();
    }

    @Override
    public FSNamesystem getNamesystem() {
        throw missing("FSNamesystem");
    }

    @Override
    public FSImage getFSImage() {
        throw missing("FSImage");
    }

    private static UnsupportedOperationException missing(String what) {
        return new UnsupportedOperationException("λFS has no " + what);
    }

    @Override
    public NamenodeProtocols getRpcServer() {
        return protocols;
    }

    @Override
    public InetSocketAddress getNameNodeAddress() {
        return rpc;
    }

    @Override
    public InetSocketAddress getServiceRpcAddress() {
        return rpc;
    }

    @Override
    public InetSocketAddress getHttpAddress() {
        return http;
    }

    @Override
    public String getNameNodeAddressHostPortString() {
        return getHostAndPort();
    }

    @Override
    public String getHostAndPort() {
        return rpc.getHostString() + ":" + rpc.getPort();
    }

    @Override
    public boolean isInSafeMode() {
        return false;
    }

    @Override
    public void join() {
        // There is no thread to wait for.
    }

    @Override
    public void stop() {
        // The cluster closes the gateway.
    }

    /** Of a NameNode that has no other beside it. */
    private static final class AlwaysActive implements HAContext {
        @Override
        public void setState(HAState state) {
            // It does not change.
        }

        @Override
        public HAState getState() {
            return ACTIVE_STATE;
        }

        @Override
        public void startActiveServices() {
            // Those of the gateway run.
        }

        @Override
        public void stopActiveServices() {
            // The cluster closes the gateway.
        }

        @Override
        public void startStandbyServices() {
            // There are none.
        }

        @Override
        public void prepareToStopStandbyServices() {
            // There are none.
        }

        @Override
        public void stopStandbyServices() {
            // There are none.
        }

        @Override
        public void writeLock() {
            // Nothing is shared.
        }

        @Override
        public void writeUnlock() {
            // Nothing is shared.
        }

        @Override
        public void checkOperation(OperationCategory category) {
            // Each is allowed.
        }

        @Override
        public boolean allowStaleReads() {
            return false;
        }
    }
}
