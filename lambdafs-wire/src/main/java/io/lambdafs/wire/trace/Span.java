package io.lambdafs.wire.trace;

/** A part of a trace: something with a name, a begin and an end. For the thread that began it. Nothing in it throws. */
public interface Span extends AutoCloseable {
    /** Is not recorded. */
    Span NONE = new Span() {
        @Override
        public boolean isRecorded() {
            return false;
        }

        @Override
        public Span with(String key, String value) {
            return this;
        }

        @Override
        public Span with(String key, long value) {
            return this;
        }

        @Override
        public void failed(String why) {}

        @Override
        public String traceParent() {
            return "";
        }

        @Override
        public void discard() {}

        @Override
        public void close() {}
    };

    /** Whether a collector gets it. */
    boolean isRecorded();

    /** Adds an attribute. */
    Span with(String key, String value);

    /** Adds an attribute. */
    Span with(String key, long value);

    /** Marks it as an error. */
    void failed(String why);

    /** What another process needs to continue the trace below this span, as W3C's {@code traceparent}; empty if it is not recorded. */
    String traceParent();

    /** Ends it unrecorded, as if it had not begun. */
    void discard();

    /** Ends it. Without effect after {@link #discard}. */
    @Override
    void close();
}
