package io.lambdafs.tracing;

import io.lambdafs.wire.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;

/** A span that is the current one of its thread until it ends. */
final class CurrentSpan implements Span {
    private final io.opentelemetry.api.trace.Span span;
    private final Scope scope;
    private boolean over;

    CurrentSpan(io.opentelemetry.api.trace.Span span, Scope scope) {
        this.span = span;
        this.scope = scope;
    }

    @Override
    public boolean isRecorded() {
        return span.isRecording();
    }

    @Override
    public Span with(String key, String value) {
        span.setAttribute(key, value);
        return this;
    }

    @Override
    public Span with(String key, long value) {
        span.setAttribute(key, value);
        return this;
    }

    @Override
    public void failed(String why) {
        span.setStatus(StatusCode.ERROR, why);
    }

    @Override
    public String traceParent() {
        SpanContext context = span.getSpanContext();
        return context.isSampled()
                ? "00-" + context.getTraceId() + '-' + context.getSpanId() + '-'
                        + context.getTraceFlags().asHex()
                : "";
    }

    @Override
    public void discard() {
        if (!over) {
            over = true;
            scope.close();
        }
    }

    @Override
    public void close() {
        if (!over) {
            discard();
            span.end();
        }
    }
}
