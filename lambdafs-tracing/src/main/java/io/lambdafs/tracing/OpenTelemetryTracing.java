package io.lambdafs.tracing;

import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.TraceParent;
import io.lambdafs.wire.trace.Tracing;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import java.util.concurrent.TimeUnit;

/** Spans of OpenTelemetry's SDK. Its own context knows the current span of a thread. */
final class OpenTelemetryTracing implements Tracing {
    /** How long the end of a process may wait for a collector. */
    private static final long LAST_SENDING_MILLIS = 1000;

    private static final int TRACE_AT = 3;
    private static final int SPAN_AT = TRACE_AT + 33;
    private static final int FLAGS_AT = SPAN_AT + 17;

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;

    OpenTelemetryTracing(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        this.tracer = sdk.getTracer("io.lambdafs");
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public Span begin(SpanKind kind, String name, String parent) {
        Context current = Context.current();
        boolean within = kind != SpanKind.SERVER
                && io.opentelemetry.api.trace.Span.fromContext(current)
                        .getSpanContext()
                        .isValid();
        return started(
                kind,
                name,
                !within && TraceParent.isValid(parent) ? Context.root().with(remote(parent)) : current);
    }

    @Override
    public Span child(SpanKind kind, String name) {
        Context context = Context.current();
        return io.opentelemetry.api.trace.Span.fromContext(context).isRecording()
                ? started(kind, name, context)
                : Span.NONE;
    }

    @SuppressWarnings("MustBeClosedChecker") // the span closes it
    private Span started(SpanKind kind, String name, Context parent) {
        io.opentelemetry.api.trace.Span span = tracer.spanBuilder(name)
                .setParent(parent)
                .setSpanKind(io.opentelemetry.api.trace.SpanKind.valueOf(kind.name()))
                .startSpan();
        // One that is not recorded becomes the current one, too, so that those below it are not chosen for themselves.
        return new CurrentSpan(span, span.makeCurrent());
    }

    private static io.opentelemetry.api.trace.Span remote(String parent) {
        return io.opentelemetry.api.trace.Span.wrap(SpanContext.createFromRemoteParent(
                parent.substring(TRACE_AT, TRACE_AT + TraceId.getLength()),
                parent.substring(SPAN_AT, SPAN_AT + SpanId.getLength()),
                TraceFlags.fromHex(parent, FLAGS_AT),
                TraceState.getDefault()));
    }

    @Override
    public void close() {
        // Closes the SDK without waiting for it any longer.
        var unused = sdk.shutdown().join(LAST_SENDING_MILLIS, TimeUnit.MILLISECONDS);
    }
}
