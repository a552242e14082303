package io.lambdafs.client;

import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;
import java.util.Locale;

/** Spans of one trace, numbered from 1 in the order in which they begin. */
final class NumberedSpans implements Tracing {
    private int begun;
    private int ended;

    /** What the span of this number tells other processes. */
    static String traceParent(int number) {
        return String.format(Locale.ROOT, "00-%032x-%016x-01", 1, number);
    }

    int ended() {
        return ended;
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public Span begin(SpanKind kind, String name, String parent) {
        return new NumberedSpan(++begun);
    }

    @Override
    public Span child(SpanKind kind, String name) {
        return begin(kind, name, "");
    }

    @Override
    public void close() {}

    /** One of them. */
    private final class NumberedSpan implements Span {
        private final int number;

        NumberedSpan(int number) {
            this.number = number;
        }

        @Override
        public boolean isRecorded() {
            return true;
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
            return NumberedSpans.traceParent(number);
        }

        @Override
        public void discard() {}

        @Override
        public void close() {
            ended++;
        }
    }
}
