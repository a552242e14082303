package io.lambdafs.benchmark.harness.result;

import java.util.OptionalLong;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * What all operations of one kind came to. For one thread.
 *
 * <p>Latencies are of operations that succeeded, in microseconds. The service time counts from when an operation was sent, the response time from when
 * it was due.
 */
public final class KindResult {
    private static final int DIGITS = 3;

    private final Histogram service = new Histogram(DIGITS);
    private final Histogram response = new Histogram(DIGITS);
    private long succeeded;
    private long failed;
    private long falseReturns;
    private OptionalLong retries = OptionalLong.empty();

    /** Counts operations; those that returned false are among those that failed. */
    public void add(long moreSucceeded, long moreFailed, long moreFalseReturns) {
        succeeded += moreSucceeded;
        failed += moreFailed;
        falseReturns += moreFalseReturns;
    }

    /** The file system says what it sends once more, and has done so this often. */
    public void addRetries(long more) {
        retries = OptionalLong.of(retries.orElse(0) + more);
    }

    /** Adds latencies. */
    public void addLatencies(AbstractHistogram moreService, AbstractHistogram moreResponse) {
        service.add(moreService);
        response.add(moreResponse);
    }

    /** Adds what other clients measured. */
    public void addAll(KindResult other) {
        add(other.succeeded, other.failed, other.falseReturns);
        other.retries.ifPresent(this::addRetries);
        addLatencies(other.service, other.response);
    }

    /** Operations that succeeded. */
    public long succeeded() {
        return succeeded;
    }

    /** Operations that failed, including those that returned false. */
    public long failed() {
        return failed;
    }

    /** Operations that returned false. */
    public long falseReturns() {
        return falseReturns;
    }

    /** How often the file system's client sent a request of an operation once more; empty if it does not say. */
    public OptionalLong retries() {
        return retries;
    }

    /** Latencies from when operations were sent, in microseconds. */
    public Histogram service() {
        return service;
    }

    /** Latencies from when operations were due, in microseconds. */
    public Histogram response() {
        return response;
    }
}
