package io.lambdafs.gateway.call;

import io.lambdafs.client.MessageCaller;
import io.lambdafs.client.failure.FailedCall;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A call that has begun, and is counted when it has ended; see {@link MessageCaller.Begun}. For one thread at a time. */
public final class BegunCall {
    private final MessageCaller.Begun call;
    private final String method;
    private final CallStatistics statistics;
    private final LongSupplier nanoTime;
    private final long begin;
    private boolean counted;

    BegunCall(MessageCaller.Begun call, String method, CallStatistics statistics, LongSupplier nanoTime, long begin) {
        this.call = call;
        this.method = method;
        this.statistics = statistics;
        this.nanoTime = nanoTime;
        this.begin = begin;
    }

    /** Whether a request was sent, for whose answer no thread waits. */
    public boolean isUnderWay() {
        return call.isUnderWay();
    }

    /** As {@link MessageCaller.Begun#tell}. */
    public void tell(Runnable listener) {
        call.tell(listener);
    }

    /** As {@link MessageCaller.Begun#takeOver}. */
    public boolean takeOver() {
        return call.takeOver();
    }

    /** As {@link MessageCaller.Begun#answerBytes}. */
    public int answerBytes() {
        return call.answerBytes();
    }

    /** As {@link MessageCaller.Begun#arrived}. */
    public byte @Nullable [] arrived() {
        byte[] response = call.arrived();
        if (response != null) {
            ended(null);
        }
        return response;
    }

    /** As {@link MessageCaller.Begun#abandon}; counts as a failure if it was not counted before. */
    public void abandon() {
        call.abandon();
        ended(ErrorCode.Kind.INTERNAL);
    }

    /** As {@link MessageCaller.Begun#finish}. */
    public byte[] finish() throws IOException {
        // What ends it otherwise, such as an interruption or a defect.
        ErrorCode.@Nullable Kind failure = ErrorCode.Kind.INTERNAL;
        try {
            byte[] response = call.finish();
            failure = null;
            return response;
        } catch (FailedCall e) {
            failure = e.kind();
            throw e;
        } finally {
            ended(failure);
        }
    }

    private void ended(ErrorCode.@Nullable Kind failure) {
        if (!counted) {
            counted = true;
            statistics.ended(method, failure, nanoTime.getAsLong() - begin);
        }
    }
}
