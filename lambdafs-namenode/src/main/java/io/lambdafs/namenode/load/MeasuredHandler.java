package io.lambdafs.namenode.load;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Measures what a handler does, and tells the load in each of its answers. Thread-safe. */
public final class MeasuredHandler implements RequestHandler {
    private final RequestHandler handler;
    private final LoadGauge gauge;
    private final Predicate<String> isWrite;
    private final LongSupplier nanoTime;
    private final LongAdder resubmissions = new LongAdder();

    /**
     * Measures this handler.
     *
     * @param isWrite whether the method of this name changes the namespace
     * @param nanoTime a monotonic clock
     */
    public MeasuredHandler(RequestHandler handler, LoadGauge gauge, Predicate<String> isWrite, LongSupplier nanoTime) {
        this.handler = requireNonNull(handler, "handler");
        this.gauge = requireNonNull(gauge, "gauge");
        this.isWrite = requireNonNull(isWrite, "isWrite");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    }

    /** Requests that were not sent for the first time, as stragglers are that clients send to a second instance. */
    public long resubmissions() {
        return resubmissions.sum();
    }

    /** Whether the method of this name changes the namespace. */
    public boolean isWrite(String method) {
        return isWrite.test(method);
    }

    private void count(RequestEnvelope request) {
        if (request.isResubmission()) {
            resubmissions.increment();
        }
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        long began = nanoTime.getAsLong();
        gauge.began();
        count(request);
        try {
            return handler.handle(request).underLoad(gauge.load());
        } finally {
            gauge.ended(isWrite.test(request.method()), nanoTime.getAsLong() - began);
        }
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        Optional<ResponseEnvelope> answer = handler.handleAtOnce(request);
        if (answer.isEmpty()) {
            return answer;
        }
        gauge.answeredAtOnce();
        count(request);
        return Optional.of(answer.get().underLoad(gauge.load()));
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
