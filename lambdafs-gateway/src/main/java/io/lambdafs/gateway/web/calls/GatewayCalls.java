package io.lambdafs.gateway.web.calls;

import io.lambdafs.gateway.rpc.DirectCalls;
import io.lambdafs.gateway.rpc.RpcDoor;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.servlet.ServletContext;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.ipc.ExternalCall;
import org.apache.hadoop.net.NetUtils;

/** What the servlets of a gateway have in common: the way of their calls. Kept in the context of the web server. */
public final class GatewayCalls {
    /** Its name in the context of the web server. */
    public static final String ATTRIBUTE = "lambdafs.calls";

    private final RpcDoor rpc;
    private final DirectCalls direct;
    private final WritableDataNodes dataNodes;

    /**
     * Those of a gateway.
     *
     * @param rpc its server of Hadoop's RPC; remains the caller's
     * @param direct where calls go
     */
    public GatewayCalls(RpcDoor rpc, DirectCalls direct) {
        this.rpc = rpc;
        this.direct = direct;
        this.dataNodes = new WritableDataNodes(direct);
    }

    /** Those of a web server. */
    public static GatewayCalls of(ServletContext context) {
        return (GatewayCalls) context.getAttribute(ATTRIBUTE);
    }

    /** ClientProtocol for a client; the user is that of the thread which calls. */
    public ClientProtocol by(String host, String protocol) {
        return direct.by(host, protocol);
    }

    /** Has a handler of Hadoop's RPC carry out a call, in its turn. */
    public void queue(ExternalCall<?> call) throws IOException, InterruptedException {
        rpc.queue(call);
    }

    /** The DataNodes that live now, or did a few seconds ago. */
    public WritableDataNodes dataNodes() {
        return dataNodes;
    }

    /** Where DataNodes find the gateway's server of Hadoop's RPC. */
    public InetSocketAddress rpcAddress() {
        return NetUtils.getConnectAddress(rpc.address());
    }
}
