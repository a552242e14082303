package io.lambdafs.store.rocks.server;

import io.lambdafs.metrics.MetricsText;
import io.lambdafs.store.rocks.operation.Catalogue;
import io.lambdafs.store.rocks.operation.EngineAction;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** How often each operation was asked for, what came of it, and how long requests took. Thread-safe. */
final class RequestCounts {
    private final LongSupplier nanoTime;
    private final LongAdder[] succeeded = adders();
    private final LongAdder[] failed = adders();
    private final Map<Kind, LatencyHistogram> durations = new EnumMap<>(Kind.class);

    /** What a request does with its transaction. */
    enum Kind {
        /** It begins one. */
        BEGIN,
        /** It works in one, which stays open. */
        CALL,
        /** It works in one and commits it, and so waits until that is durable. */
        COMMIT,
        /** It reads outside of transactions. */
        READ,
        /** It asks for something of the engine as a whole. */
        ASK
    }

    /**
     * Nothing is counted yet.
     *
     * @param nanoTime nanoseconds since anything
     */
    RequestCounts(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        for (Kind kind : Kind.values()) {
            durations.put(kind, new LatencyHistogram());
        }
    }

    private static LongAdder[] adders() {
        return Stream.generate(LongAdder::new).limit(Catalogue.HIGHEST + 1L).toArray(LongAdder[]::new);
    }

    /** The time at which a request begins. */
    long begin() {
        return nanoTime.getAsLong();
    }

    /** A request is answered that has begun at this time. */
    void answered(EngineAction<?, ?> operation, Kind kind, long begin, boolean success) {
        (success ? succeeded : failed)[operation.number()].increment();
        Objects.requireNonNull(durations.get(kind)).record(nanoTime.getAsLong() - begin);
    }

    void addTo(MetricsText text) {
        List<EngineAction<?, ?>> operations = Catalogue.all().stream()
                .sorted(Comparator.<EngineAction<?, ?>, String>comparing(EngineAction::name))
                .toList();
        text.counter(
                "lambdafs_engine_operations_total",
                "Operations that were answered, by the last one of each request. Refusals and conflicts are failures.");
        for (EngineAction<?, ?> operation : operations) {
            sample(text, operation.name(), "success", succeeded[operation.number()].sum());
            sample(text, operation.name(), "failure", failed[operation.number()].sum());
        }
        text.histogram(
                "lambdafs_engine_operation_duration_seconds",
                "From a request's arrival to its answer: with the wait for locks, and for the disk if it commits.");
        durations.forEach((kind, duration) ->
                text.sample(duration.snapshot(), "kind", kind.name().toLowerCase(Locale.ROOT)));
    }

    private static void sample(MetricsText text, String operation, String outcome, long count) {
        if (count > 0) {
            text.sample(count, "operation", operation, "outcome", outcome);
        }
    }
}
