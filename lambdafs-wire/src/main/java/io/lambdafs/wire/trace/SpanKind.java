package io.lambdafs.wire.trace;

/** What a span is to the span above it, as OpenTelemetry distinguishes it. */
public enum SpanKind {
    /** Work within a process. */
    INTERNAL,
    /** Waits for another process. */
    CLIENT,
    /** Answers another process. */
    SERVER
}
