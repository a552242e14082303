package io.lambdafs.gateway;

import io.lambdafs.client.MessageCaller;
import io.lambdafs.gateway.rpc.RpcDoor;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A running gateway: the client library, and in front of it the servers that others speak to. */
public final class Gateway implements AutoCloseable {
    private final MessageCaller calls;
    private final RpcDoor rpc;

    private Gateway(MessageCaller calls, RpcDoor rpc) {
        this.calls = calls;
        this.rpc = rpc;
    }

    /**
     * Starts a gateway; it serves when this returns.
     *
     * @throws IOException with a sentence for the user, if a setting is unusable or a port is in use
     */
    public static Gateway start(GatewayOptions options) throws IOException {
        MessageCaller calls = MessageCaller.open(GatewaySettings.install(options));
        try {
            RpcDoor rpc =
                    RpcDoor.open(() -> GatewaySettings.of(options), options.bindAddress(), options.rpcPorts(), calls);
            return new Gateway(calls, rpc);
        } catch (IOException | RuntimeException e) {
            calls.close();
            throw e;
        }
    }

    /** Where Hadoop's RPC listens. */
    public InetSocketAddress rpcAddress() {
        return rpc.address();
    }

    /** Where its servers listen, for people and for {@code lambdafs status}. */
    String description() {
        InetSocketAddress address = rpcAddress();
        return "hdfs://" + address.getHostString() + ":" + address.getPort();
    }

    /** Stops listening; calls that are under way may fail. */
    @Override
    public void close() {
        rpc.close();
        calls.close();
    }
}
