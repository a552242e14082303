package io.lambdafs.namenode;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;

/**
 * Refuses requests that a client routed among another number of deployments than there are, and tells the client their number.
 * Thread-safe.
 */
public final class RoutedRequests extends RequestFilter {
    private final int deployments;

    /** Hands on to this handler what was routed among so many deployments, and what does not say. */
    public RoutedRequests(RequestHandler handler, int deployments) {
        super(handler);
        this.deployments = deployments;
    }

    @Override
    protected Optional<ResponseEnvelope> refusal(RequestEnvelope request) {
        if (request.deployments() == 0 || request.deployments() == deployments) {
            return Optional.empty();
        }
        String message = "the client takes the namespace to be divided among " + request.deployments()
                + " deployments, but there are " + deployments + ": remove the client's setting"
                + " lambdafs.client.deployments, or set it to " + deployments;
        return Optional.of(ResponseEnvelope.failure(request.id(), ErrorCode.WRONG_DEPLOYMENTS, message)
                .telling(0, deployments));
    }
}
