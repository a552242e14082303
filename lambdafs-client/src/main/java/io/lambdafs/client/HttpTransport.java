package io.lambdafs.client;

import io.lambdafs.client.platform.FunctionCall;
import io.lambdafs.client.platform.FunctionPlatform;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Invokes the function through the platform, which starts, wakes and adds instances as needed. */
final class HttpTransport implements Transport {
    private final FunctionPlatform platform;
    private final InvocationJson json = new InvocationJson();
    private final @Nullable TcpOffer offer;

    HttpTransport(FunctionPlatform platform, @Nullable TcpOffer offer) {
        this.platform = platform;
        this.offer = offer;
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException {
        byte[] parameters;
        try {
            parameters = json.parameters(attempt.request(), offer, attempt.isAskingForMore());
        } catch (IOException e) {
            throw new TransportException(Kind.LOST, platform.name() + ": " + e.getMessage());
        }
        return attempt.responseFrom(platform.invoke(
                new FunctionCall(attempt.deployment(), parameters, attempt.timeout(), attempt.cancellation())));
    }
}
