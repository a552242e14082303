package io.lambdafs.wire.trace;

/**
 * Makes the spans of one process and hands them to a collector. Thread-safe. Nothing in it waits for the collector but {@link #close},
 * and nothing in it throws.
 *
 * <p>A span is the current one of the thread that began it, until it ends. Spans that begin meanwhile on the thread are below it.
 */
public interface Tracing extends AutoCloseable {
    /** Makes no spans. */
    Tracing OFF = new Tracing() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public Span begin(SpanKind kind, String name, String parent) {
            return Span.NONE;
        }

        @Override
        public Span child(SpanKind kind, String name) {
            return Span.NONE;
        }

        @Override
        public void close() {}
    };

    /** Whether it ever makes a span. */
    boolean isOn();

    /**
     * Begins a span below the thread's current one; without that, below its parent in another process. Of a {@link SpanKind#SERVER} the
     * parent comes first. Without either it begins a trace, if the sampler chooses it.
     *
     * @param parent a {@link TraceParent}'s text; empty for none
     */
    Span begin(SpanKind kind, String name, String parent);

    /** Begins a span below the thread's current one. Makes none if there is no current one, or if its trace is not recorded. */
    Span child(SpanKind kind, String name);

    /** Sends what has ended and waits for that, within a short bound. Drops the rest. */
    @Override
    void close();
}
