package io.lambdafs.namenode.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.OperationObserver;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.authentication.Signature;
import java.util.Optional;

/**
 * Hands on requests whose callers have proven who they are, and refuses all others. A request is handed on as a request
 * of the user that its signature proves, with that user's groups, whatever else it says. Thread-safe.
 */
public final class AuthenticatedRequests implements RequestHandler {
    private final RequestHandler handler;
    private final KnownKeys keys;
    private final OperationObserver observer;

    /**
     * In front of this handler.
     *
     * @param observer hears of what is refused
     */
    public AuthenticatedRequests(RequestHandler handler, KnownKeys keys, OperationObserver observer) {
        this.observer = requireNonNull(observer, "observer");
        this.handler = requireNonNull(handler, "handler");
        this.keys = requireNonNull(keys, "keys");
    }

    @Override
    public RequestEnvelope admitted(RequestEnvelope request) {
        Signature signature = request.signature();
        if (request.isProven() || signature == null) {
            return request;
        }
        try {
            return keys.atOnce(signature.credential())
                    .map(key -> key.prove(request, keys.nowMillis()))
                    .orElse(request);
        } catch (FsException e) {
            // To be refused by handle, which also asks whether a newer key has come.
            return request;
        }
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        RequestEnvelope proven;
        try {
            proven = request.isProven() ? request : prove(request);
        } catch (FsException e) {
            ResponseEnvelope refusal = ResponseEnvelope.failure(request.id(), e.code(), String.valueOf(e.getMessage()));
            observer.answered(request, refusal);
            return refusal;
        } catch (StoreException e) {
            ErrorCode code = e.kind().retriable() ? ErrorCode.STORE_UNAVAILABLE : ErrorCode.INTERNAL;
            return ResponseEnvelope.failure(request.id(), code, String.valueOf(e.getMessage()));
        }
        return handler.handle(proven);
    }

    private RequestEnvelope prove(RequestEnvelope request) {
        Signature signature = request.signature();
        if (signature == null) {
            throw new FsException(
                    ErrorCode.UNAUTHENTICATED,
                    "SIMPLE authentication is not enabled: this λFS is in secure mode, and the request is not signed. Set"
                            + " lambdafs.client.secure to true, and log in with kinit, or name a file with a delegation token"
                            + " in HADOOP_TOKEN_FILE_LOCATION");
        }
        return keys.get(signature.credential()).prove(request, keys.nowMillis());
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return request.isProven() ? handler.handleAtOnce(request) : Optional.empty();
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        return request.isProven() && handler.needsRefresh(request);
    }

    @Override
    public boolean refresh() {
        return handler.refresh();
    }

    @Override
    public boolean isShortRead(RequestEnvelope request) {
        return request.isProven() && handler.isShortRead(request);
    }

    /*
     * The answer does not decide this: a request that could not be checked, because the store did not answer, has no
     * known caller.
     */
    @Override
    public boolean mayBeCalledBack(RequestEnvelope request, ResponseEnvelope answer) {
        return admitted(request).isProven();
    }
}
