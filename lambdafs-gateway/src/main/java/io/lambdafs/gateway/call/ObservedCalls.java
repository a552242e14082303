package io.lambdafs.gateway.call;

import io.lambdafs.client.MessageCaller;
import io.lambdafs.client.failure.FailedCall;
import io.lambdafs.metrics.MetricsText;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.TraceParent;
import io.lambdafs.wire.trace.Tracing;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.jspecify.annotations.Nullable;

/** The way of all calls of a gateway to the client library, where they are counted. Thread-safe. */
public final class ObservedCalls implements Closeable {
    private final MessageCaller calls;
    private final Tracing tracing;
    private final LongSupplier nanoTime;
    private final CallStatistics statistics = new CallStatistics();

    private ObservedCalls(MessageCaller calls, LongSupplier nanoTime) {
        this.calls = calls;
        this.tracing = calls.tracing();
        this.nanoTime = nanoTime;
    }

    /** Calls of the cluster of a configuration; fails as {@link MessageCaller#open} does. */
    public static ObservedCalls open(Configuration configuration) throws IOException {
        return new ObservedCalls(MessageCaller.open(configuration), System::nanoTime);
    }

    /** Calls a method, as {@link MessageCaller#call} says. */
    public byte[] call(RequestId id, boolean repeated, Caller caller, String method, Message request)
            throws IOException {
        long begin = nanoTime.getAsLong();
        // What ends it otherwise, such as an interruption or a defect.
        ErrorCode.@Nullable Kind failure = ErrorCode.Kind.INTERNAL;
        try (Span span = tracing.begin(SpanKind.SERVER, method, TraceParent.in(caller.context()))) {
            span.with("lambdafs.protocol", caller.protocol().isEmpty() ? "rpc" : caller.protocol());
            byte[] response = calls.call(id, repeated, caller, method, request);
            failure = null;
            return response;
        } catch (FailedCall e) {
            failure = e.kind();
            throw e;
        } finally {
            statistics.ended(method, failure, nanoTime.getAsLong() - begin);
        }
    }

    /** Whether calls are traced. A trace follows the thread that makes a call, so it has to be made by {@link #call}. */
    public boolean areTraced() {
        return tracing.isOn();
    }

    /** Begins a call, as {@link MessageCaller#begin} says. */
    public BegunCall begin(RequestId id, boolean repeated, Caller caller, String method, Message request)
            throws IOException {
        long begin = nanoTime.getAsLong();
        return new BegunCall(calls.begin(id, repeated, caller, method, request), method, statistics, nanoTime, begin);
    }

    /** Adds what was counted. */
    public void addTo(MetricsText text) {
        statistics.addTo(text);
    }

    @Override
    public void close() {
        calls.close();
    }
}
