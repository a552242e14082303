package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;

/**
 * Refuses requests that a client routed among another number of deployments than there are, and tells the client their number.
 * Thread-safe.
 */
public final class RoutedRequests implements RequestHandler {
    private final RequestHandler handler;
    private final int deployments;

    /** Hands on to this handler what was routed among so many deployments, and what does not say. */
    public RoutedRequests(RequestHandler handler, int deployments) {
        this.handler = requireNonNull(handler, "handler");
        this.deployments = deployments;
    }

    private boolean isRoutedWrong(RequestEnvelope request) {
        return request.deployments() != 0 && request.deployments() != deployments;
    }

    private ResponseEnvelope refusal(RequestEnvelope request) {
        String message = "the client takes the namespace to be divided among " + request.deployments()
                + " deployments, but there are " + deployments + ": remove the client's setting"
                + " lambdafs.client.deployments, or set it to " + deployments;
        return ResponseEnvelope.failure(request.id(), ErrorCode.WRONG_DEPLOYMENTS, message)
                .telling(0, deployments);
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        return isRoutedWrong(request) ? refusal(request) : handler.handle(request);
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return isRoutedWrong(request) ? Optional.of(refusal(request)) : handler.handleAtOnce(request);
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        return !isRoutedWrong(request) && handler.needsRefresh(request);
    }

    @Override
    public boolean refresh() {
        return handler.refresh();
    }

    @Override
    public boolean isShortRead(RequestEnvelope request) {
        return isRoutedWrong(request) || handler.isShortRead(request);
    }
}
