package io.lambdafs.namenode.trace;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;
import java.util.Optional;

/** Makes a span of each operation whose request is a part of a trace, and leaves the others alone. Thread-safe. */
public final class TracedHandler implements RequestHandler {
    private final RequestHandler handler;
    private final Tracing tracing;
    private final String instance;

    /**
     * Traces what this handler does.
     *
     * @param instance the instance's name, for people
     */
    public TracedHandler(RequestHandler handler, Tracing tracing, String instance) {
        this.handler = requireNonNull(handler, "handler");
        this.tracing = requireNonNull(tracing, "tracing");
        this.instance = requireNonNull(instance, "instance");
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        String parent = request.traceParent();
        if (parent.isEmpty()) {
            return handler.handle(request);
        }
        try (Span span = begin(request, parent)) {
            ResponseEnvelope response = handler.handle(request);
            answered(span, response);
            return response;
        }
    }

    /** If memory does not suffice, the span of {@link #handle} is the only one. */
    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        String parent = request.traceParent();
        if (parent.isEmpty()) {
            return handler.handleAtOnce(request);
        }
        try (Span span = begin(request, parent)) {
            Optional<ResponseEnvelope> response = handler.handleAtOnce(request);
            if (response.isPresent()) {
                answered(span.with("lambdafs.from_memory", "true"), response.get());
            } else {
                span.discard();
            }
            return response;
        }
    }

    private Span begin(RequestEnvelope request, String parent) {
        return tracing.begin(SpanKind.SERVER, request.method(), parent)
                .with("lambdafs.instance", instance)
                .with("lambdafs.request", request.id().toString())
                .with("lambdafs.resubmission", Boolean.toString(request.isResubmission()));
    }

    private static void answered(Span span, ResponseEnvelope response) {
        ErrorCode error = response.error();
        if (error != null) {
            span.with("lambdafs.error", error.name());
            // That a file is not there is an answer. What the user cannot help is a failure.
            if (error.kind() != ErrorCode.Kind.USER) {
                span.failed(error.name() + ": " + response.message());
            }
        }
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        return handler.needsRefresh(request);
    }

    @Override
    public boolean refresh() {
        return handler.refresh();
    }

    @Override
    public boolean isShortRead(RequestEnvelope request) {
        return handler.isShortRead(request);
    }
}
