package io.lambdafs.gateway.call;

import io.lambdafs.metrics.MetricsText;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How often each method was called, what came of it, and how long that took. Thread-safe. */
final class CallStatistics {
    private static final String SUCCESS = "success";

    /** Methods are those of Hadoop's protocols, so there are not many. */
    private final Map<String, Counters> methods = new ConcurrentHashMap<>();

    /** What is counted of one method. */
    private static final class Counters {
        private final LatencyHistogram latency = new LatencyHistogram();
        private final LongAdder successes = new LongAdder();
        private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
    }

    /**
     * A call has ended.
     *
     * @param failure whose turn it is to act if it failed; null if it succeeded
     */
    void ended(String method, ErrorCode.@Nullable Kind failure, long nanos) {
        Counters counters = methods.get(method);
        if (counters == null) {
            counters = methods.computeIfAbsent(method, unused -> new Counters());
        }
        counters.latency.record(nanos);
        if (failure == null) {
            counters.successes.increment();
        } else {
            counters.failures
                    .computeIfAbsent(outcome(failure), unused -> new LongAdder())
                    .increment();
        }
    }

    private static String outcome(ErrorCode.Kind failure) {
        return failure.name().toLowerCase(Locale.ROOT) + "_error";
    }

    void addTo(MetricsText text) {
        Map<String, Counters> sorted = new TreeMap<>(methods);
        text.counter(
                "lambdafs_gateway_calls_total",
                "Calls of clients that the gateway has answered, by outcome: success, or whose turn it is to act.");
        sorted.forEach((method, counters) -> {
            text.sample(counters.successes.sum(), "method", method, "outcome", SUCCESS);
            new TreeMap<>(counters.failures)
                    .forEach((outcome, count) -> text.sample(count.sum(), "method", method, "outcome", outcome));
        });
        text.histogram(
                "lambdafs_gateway_call_duration_seconds",
                "From handing a call to the client library to having the answer, failures included.");
        sorted.forEach((method, counters) -> text.sample(counters.latency.snapshot(), "method", method));
    }
}
