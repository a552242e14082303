package io.lambdafs.namenode.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;

/**
 * Hands on requests in a cluster in simple mode. Refuses signed ones: a client that signs expects that all clients must sign. Refuses all
 * when the cluster is no longer in simple mode. Thread-safe.
 */
public final class UnsignedRequests implements RequestHandler {
    private final RequestHandler handler;
    private final ModeWatch mode;

    /** In front of this handler. */
    public UnsignedRequests(RequestHandler handler, ModeWatch mode) {
        this.handler = requireNonNull(handler, "handler");
        this.mode = requireNonNull(mode, "mode");
    }

    @Override
    public RequestEnvelope admitted(RequestEnvelope request) {
        return handler.admitted(request);
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        if (request.signature() != null) {
            return ResponseEnvelope.failure(
                    request.id(),
                    ErrorCode.UNAUTHENTICATED,
                    "this λFS is in simple mode, in which anybody may say that they are anybody, and the client is set to secure"
                            + " mode: start λFS with --secure, or set lambdafs.client.secure of the client to false");
        }
        try {
            mode.requireSimple();
        } catch (StoreException e) {
            return ResponseEnvelope.failure(request.id(), ErrorCode.UNAUTHENTICATED, String.valueOf(e.getMessage()));
        }
        return handler.handle(request);
    }

    private boolean passes(RequestEnvelope request) {
        return request.signature() == null && mode.isFresh();
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return passes(request) ? handler.handleAtOnce(request) : Optional.empty();
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        return passes(request) && handler.needsRefresh(request);
    }

    @Override
    public boolean refresh() {
        return handler.refresh();
    }

    @Override
    public boolean isShortRead(RequestEnvelope request) {
        return passes(request) && handler.isShortRead(request);
    }

    @Override
    public boolean mayBeCalledBack(RequestEnvelope request, ResponseEnvelope answer) {
        return answer.error() != ErrorCode.UNAUTHENTICATED;
    }
}
