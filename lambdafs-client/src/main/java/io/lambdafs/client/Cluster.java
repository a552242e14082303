package io.lambdafs.client;

import io.lambdafs.wire.ResponseEnvelope;
import java.io.Closeable;
import java.io.IOException;

/** A λFS cluster as seen by this JVM: the connections and what was learned about it, shared by its clients. */
final class Cluster implements Closeable {
    private final ResubmittingCaller caller;

    Cluster(ClientConfig config, ClientMetrics metrics) throws IOException {
        Surroundings surroundings = new SystemSurroundings();
        PlatformRest platform = new PlatformRest(config);
        this.caller = new ResubmittingCaller(
                new HttpTransport(platform, () -> null, surroundings::nanoTime),
                new NoTcp(),
                new DeploymentCount(platform, config.number(ClientKey.DEPLOYMENTS)),
                surroundings,
                metrics,
                config);
    }

    ResponseEnvelope call(Call call) throws InterruptedException {
        return caller.call(call);
    }

    @Override
    public void close() {}
}
