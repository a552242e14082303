package io.lambdafs.gateway;

import io.lambdafs.datanode.DataNodeDoor;
import io.lambdafs.datanode.DataNodeStartException;
import io.lambdafs.gateway.call.ObservedCalls;
import io.lambdafs.gateway.rpc.RpcDoor;
import io.lambdafs.gateway.security.GatewaySecurity;
import io.lambdafs.gateway.web.HttpDoor;
import io.lambdafs.store.StoreConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** A running gateway: the client library, and in front of it the servers that others speak to. */
public final class Gateway implements AutoCloseable {
    private static final String METRICS = "Gateway";

    /** Calls of DataNodes that reach the store at once. */
    private static final int STORE_CONNECTIONS = 8;

    private static final Duration STORE_WAIT = Duration.ofSeconds(60);

    private final ObservedCalls calls;
    private final RpcDoor rpc;
    private final Optional<HttpDoor> http;
    private final TrashEmptier trash;
    private final Optional<DataNodeDoor> dataNodes;

    private Gateway(
            ObservedCalls calls,
            RpcDoor rpc,
            Optional<HttpDoor> http,
            TrashEmptier trash,
            Optional<DataNodeDoor> dataNodes) {
        this.dataNodes = dataNodes;
        this.calls = calls;
        this.rpc = rpc;
        this.http = http;
        this.trash = trash;
    }

    /**
     * Starts a gateway; it serves when this returns.
     *
     * @throws IOException with a sentence for the user, if a setting is unusable or a port is in use
     */
    public static Gateway start(GatewayOptions options) throws IOException {
        ObservedCalls calls = ObservedCalls.open(GatewaySettings.install(options));
        Optional<DataNodeDoor> dataNodes = Optional.empty();
        try {
            dataNodes = dataNodes(options);
            RpcDoor rpc = RpcDoor.open(
                    () -> GatewaySettings.of(options),
                    options.bindAddress(),
                    options.rpcPorts(),
                    calls,
                    dataNodes.map(DataNodeDoor::service));
            Optional<HttpDoor> http = web(options, rpc, calls);
            return new Gateway(calls, rpc, http, TrashEmptier.start(GatewaySettings.of(options)), dataNodes);
        } catch (IOException | RuntimeException e) {
            dataNodes.ifPresent(DataNodeDoor::close);
            calls.close();
            throw e;
        }
    }

    private static Optional<DataNodeDoor> dataNodes(GatewayOptions options) throws IOException {
        if (options.dataNodes().isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> environment = System.getenv();
        StoreConfig store = new StoreConfig(
                options.dataNodes(),
                environment.getOrDefault("LAMBDAFS_STORE_USER", ""),
                environment.getOrDefault("LAMBDAFS_STORE_PASSWORD", ""),
                STORE_CONNECTIONS,
                StoreConfig.Bounds.defaults());
        try {
            return Optional.of(DataNodeDoor.open(store, STORE_WAIT));
        } catch (DataNodeStartException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Optional<HttpDoor> web(GatewayOptions options, RpcDoor rpc, ObservedCalls calls) throws IOException {
        Configuration settings = GatewaySettings.of(options);
        if (options.httpPorts().isEmpty() || !GatewaySecurity.knowsWebUsers(settings)) {
            return Optional.empty();
        }
        DefaultMetricsSystem.initialize(METRICS);
        try {
            return Optional.of(HttpDoor.open(settings, options.bindAddress(), options.httpPorts(), rpc, calls));
        } catch (IOException | RuntimeException e) {
            rpc.close();
            throw e;
        }
    }

    /** Where Hadoop's RPC listens. */
    public InetSocketAddress rpcAddress() {
        return rpc.address();
    }

    /** Where the web server listens; empty if there is none. */
    public Optional<InetSocketAddress> httpAddress() {
        return http.map(HttpDoor::address);
    }

    /** Where its servers listen, for people and for {@code lambdafs status}: Hadoop's RPC first. */
    String description() {
        return url("hdfs", rpcAddress())
                + http.map(door -> " " + url(door.scheme(), door.address())).orElse("");
    }

    private static String url(String scheme, InetSocketAddress address) {
        return scheme + "://" + address.getHostString() + ":" + address.getPort();
    }

    /** Stops listening; calls that are under way may fail. */
    @Override
    public void close() {
        trash.close();
        http.ifPresent(HttpDoor::close);
        rpc.close();
        dataNodes.ifPresent(DataNodeDoor::close);
        calls.close();
    }
}
