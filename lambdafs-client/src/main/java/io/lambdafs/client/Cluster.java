package io.lambdafs.client;

import io.lambdafs.client.authentication.CallKeys;
import io.lambdafs.client.authentication.ServiceKeyFile;
import io.lambdafs.client.hedge.HedgeThreads;
import io.lambdafs.client.platform.FunctionPlatform;
import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.client.straggler.StragglerLimits;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.client.tcp.ReverseServerSettings;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.Tracing;
import io.lambdafs.wire.trace.TracingProvider;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A λFS cluster as seen by this JVM: the connections and what was learned about it, shared by its clients. */
final class Cluster implements Closeable {
    private final @Nullable ReverseServer server;
    private final StackSharing sharing;
    private final HedgeThreads hedgeThreads = new HedgeThreads();
    private final Tracing tracing;
    private final ResubmittingCaller caller;
    private final CallKeys serviceKeys;

    /**
     * A cluster with a server of its own, if it is to have one.
     *
     * @param sharing the connections of others that this cluster's clients may use, as theirs may use this one's
     */
    Cluster(ClientConfig config, StackSharing sharing, ClientEnvironment environment, ClientMetrics metrics)
            throws IOException {
        this.sharing = sharing;
        this.serviceKeys = serviceKeys(config, environment);
        this.tracing = TracingProvider.open(
                config.text(ClientKey.TRACING_SERVICE),
                config.tracing(),
                // A user who has set a variable for all programs may not mean this one.
                config.text(ClientKey.TRACING_ENDPOINT).isEmpty() ? environment::inform : environment::warn);
        this.server = config.usesTcp()
                ? ReverseServer.open(serverSettings(config), environment::nanoTime, environment::warn)
                : null;
        TcpOffer offer = server == null ? null : offer(server);
        FunctionPlatform platform = config.platform().open(config, environment);
        Transport http = new HttpTransport(platform, offer);
        RepeatedTcp repeated = new RepeatedTcp(
                http,
                new StragglerLimits(config.stragglers()),
                hedgeThreads,
                metrics.stragglers(),
                environment::nanoTime);
        TcpPath tcp = server == null ? new NoTcp() : new TcpTransport(server, sharing, metrics.sharing(), repeated);
        if (offer != null) {
            http = new ConnectBackWatch(http, tcp, offer, config.text(ClientKey.TCP_BIND_ADDRESS), environment);
        }
        int hedgeMillis = config.number(ClientKey.HTTP_HEDGE);
        if (server != null && hedgeMillis > 0) {
            http = new HedgedHttp(
                    http,
                    tcp,
                    Duration.ofMillis(hedgeMillis),
                    config.duration(ClientKey.TCP_ATTEMPT_TIMEOUT),
                    hedgeThreads,
                    metrics,
                    environment::nanoTime);
        }
        this.caller = new ResubmittingCaller(
                http,
                tcp,
                new DeploymentCount(platform, config.number(ClientKey.DEPLOYMENTS), sharing),
                environment,
                metrics,
                tracing,
                config);
        if (server != null) {
            sharing.servers().add(server);
        }
    }

    ResponseEnvelope call(Call call) throws InterruptedException {
        return caller.call(call);
    }

    ResubmittingCaller.BegunCall begin(Call call) throws InterruptedException {
        return caller.begin(call);
    }

    /** What a service signs calls of anybody with; nothing, unless the settings name a file with a service key. */
    CallKeys serviceKeys() {
        return serviceKeys;
    }

    private static CallKeys serviceKeys(ClientConfig config, ClientEnvironment environment) throws IOException {
        Optional<Path> file = config.serviceKeyFile();
        return file.isPresent() ? ServiceKeyFile.open(file.get(), environment::nanoTime) : CallKeys.NONE;
    }

    Tracing tracing() {
        return tracing;
    }

    /** Instances connected over TCP now. */
    int tcpConnections() {
        return server == null ? 0 : server.connections();
    }

    @Override
    public void close() {
        hedgeThreads.close();
        if (server != null) {
            sharing.servers().remove(server);
            server.close();
        }
        tracing.close();
    }

    private static ReverseServerSettings serverSettings(ClientConfig config) {
        String bind = config.text(ClientKey.TCP_BIND_ADDRESS);
        String advertised = config.text(ClientKey.TCP_ADVERTISED_ADDRESS);
        ReverseServerSettings settings = new ReverseServerSettings(
                bind,
                advertised.isEmpty() ? bind : advertised,
                config.number(ClientKey.TCP_MAX_CONNECTIONS),
                config.number(ClientKey.TCP_MAX_IN_FLIGHT),
                config.duration(ClientKey.TCP_SILENCE_LIMIT),
                config.spinLimit());
        return config.encryptsTcp() ? settings.encrypted() : settings;
    }

    private static TcpOffer offer(ReverseServer server) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return new TcpOffer(
                server.client(),
                server.endpoint(),
                encoder.encodeToString(server.secret()),
                encoder.encodeToString(server.certificate()));
    }
}
