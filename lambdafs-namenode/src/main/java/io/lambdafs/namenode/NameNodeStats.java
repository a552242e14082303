package io.lambdafs.namenode;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How often each method was served, what came of it, and how long that took. Thread-safe. */
public final class NameNodeStats {
    /** The name under which calls of methods that do not exist are counted, so that they cannot fill the memory. */
    public static final String UNKNOWN = "(unknown)";

    private final Set<String> methods;
    private final Map<String, Counters> counters = new ConcurrentHashMap<>();
    private final BusyTime busy = new BusyTime();
    private final LongSupplier ticker;

    /**
     * Without any operation yet.
     *
     * @param methods that there are
     * @param ticker nanoseconds since anything
     */
    NameNodeStats(Iterable<String> methods, LongSupplier ticker) {
        this.ticker = ticker;
        Set<String> names = new HashSet<>();
        methods.forEach(names::add);
        this.methods = Set.copyOf(names);
    }

    /** A request begins to be executed; returns the time, which {@link #served} or {@link #leftAlone} is told. */
    long begun() {
        long now = ticker.getAsLong();
        busy.begin(now);
        return now;
    }

    /** A request that had begun is not executed now. */
    void leftAlone() {
        busy.end(ticker.getAsLong());
    }

    /**
     * A request that had begun was answered.
     *
     * @param error why it failed; null if it succeeded
     * @param begun what {@link #begun} returned
     */
    void served(String method, @Nullable ErrorCode error, long begun) {
        long now = ticker.getAsLong();
        busy.end(now);
        count(method, error, now - begun);
    }

    private void count(String method, @Nullable ErrorCode error, long nanos) {
        Counters counter = counters.get(method);
        if (counter == null) {
            counter = counters.computeIfAbsent(methods.contains(method) ? method : UNKNOWN, name -> new Counters());
        }
        counter.add(error, nanos);
    }

    /** The methods that were called at least once, in the order of their names. */
    public Map<String, MethodStats> snapshot() {
        Map<String, MethodStats> stats = new TreeMap<>();
        counters.forEach((method, counter) -> {
            MethodStats values = counter.snapshot();
            if (values.calls() > 0) {
                stats.put(method, values);
            }
        });
        return stats;
    }

    /** In how many milliseconds at least one request was executed; those of one millisecond count once. */
    public long busyMillis() {
        return busy.millis(ticker.getAsLong());
    }

    /** Number of calls answered, failures included. */
    public long calls() {
        return counters.values().stream().mapToLong(c -> c.latency.count()).sum();
    }

    /**
     * The counters of one method.
     *
     * @param failures by whose turn it is to act; those that there were
     * @param latency from taking the request to having its answer, also of failures
     */
    public record MethodStats(Map<ErrorCode.Kind, Long> failures, LatencyHistogram.Snapshot latency) {
        public MethodStats {
            failures = Map.copyOf(failures);
        }

        /** Calls that were answered, failures included. */
        public long calls() {
            return latency.count();
        }

        /** Calls that were carried out. */
        public long succeeded() {
            return calls() - failed();
        }

        /** Calls that were refused or failed. */
        public long failed() {
            return failures.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private static final class Counters {
        private final LatencyHistogram latency = new LatencyHistogram();
        private final Map<ErrorCode.Kind, LongAdder> failures = new EnumMap<>(ErrorCode.Kind.class);

        Counters() {
            for (ErrorCode.Kind kind : ErrorCode.Kind.values()) {
                failures.put(kind, new LongAdder());
            }
        }

        void add(@Nullable ErrorCode error, long nanos) {
            latency.record(nanos);
            LongAdder failure = error == null ? null : failures.get(error.kind());
            if (failure != null) {
                failure.increment();
            }
        }

        MethodStats snapshot() {
            // Failures first: each was counted in the histogram before, so there are never fewer calls than failures.
            Map<ErrorCode.Kind, Long> failed = new EnumMap<>(ErrorCode.Kind.class);
            failures.forEach((kind, count) -> {
                if (count.sum() > 0) {
                    failed.put(kind, count.sum());
                }
            });
            return new MethodStats(failed, latency.snapshot());
        }
    }
}
