package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;

/** Hands on to another handler what it does not refuse. Thread-safe if {@link #refusal} is. */
public abstract class RequestFilter implements RequestHandler {
    private final RequestHandler handler;

    /** In front of this handler. */
    protected RequestFilter(RequestHandler handler) {
        this.handler = requireNonNull(handler, "handler");
    }

    /** Why the request is refused; empty if it is not. Never blocks, never throws. */
    protected abstract Optional<ResponseEnvelope> refusal(RequestEnvelope request);

    @Override
    public final RequestEnvelope admitted(RequestEnvelope request) {
        return handler.admitted(request);
    }

    @Override
    public final ResponseEnvelope handle(RequestEnvelope request) {
        return refusal(request).orElseGet(() -> handler.handle(request));
    }

    @Override
    public final Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        Optional<ResponseEnvelope> refusal = refusal(request);
        return refusal.isPresent() ? refusal : handler.handleAtOnce(request);
    }

    @Override
    public final boolean needsRefresh(RequestEnvelope request) {
        return refusal(request).isEmpty() && handler.needsRefresh(request);
    }

    @Override
    public final boolean refresh() {
        return handler.refresh();
    }

    @Override
    public final boolean isShortRead(RequestEnvelope request) {
        return refusal(request).isPresent() || handler.isShortRead(request);
    }
}
