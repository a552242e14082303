package io.lambdafs.openwhisk.platform.metrics;

import io.lambdafs.metrics.MetricsText;
import io.lambdafs.openwhisk.platform.pool.ActivationRecord;
import io.lambdafs.openwhisk.platform.pool.ActivationResponse.Status;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts and times the activations of each action. Thread-safe. */
public final class ActivationMetrics {
    private final Map<String, Ended> actions = new ConcurrentHashMap<>();

    /** Counts an activation that has ended. */
    public void add(ActivationRecord ended) {
        actions.computeIfAbsent(ended.action().name(), name -> new Ended()).add(ended);
    }

    /** Adds what was counted. */
    public void addTo(MetricsText text) {
        text.counter("lambdafs_platform_activations_total", "Activations that have ended.");
        actions.forEach((name, ended) -> ended.outcomes.forEach((status, count) -> text.sample(
                count.sum(), "deployment", name, "outcome", status.name().toLowerCase(Locale.ROOT))));
        text.histogram(
                "lambdafs_platform_activation_duration_seconds",
                "How long activations took, an initialisation included.");
        actions.forEach((name, ended) -> text.sample(ended.durations.snapshot(), "deployment", name));
        text.histogram("lambdafs_platform_activation_wait_seconds", "How long activations waited before.");
        actions.forEach((name, ended) -> text.sample(ended.waits.snapshot(), "deployment", name));
    }

    /** The activations of one action. */
    private static final class Ended {
        private final Map<Status, LongAdder> outcomes = new EnumMap<>(Status.class);
        private final LatencyHistogram durations = new LatencyHistogram();
        private final LatencyHistogram waits = new LatencyHistogram();

        Ended() {
            for (Status status : Status.values()) {
                outcomes.put(status, new LongAdder());
            }
        }

        void add(ActivationRecord ended) {
            LongAdder outcome = outcomes.get(ended.response().status());
            if (outcome != null) {
                outcome.increment();
            }
            ActivationRecord.Timing timing = ended.timing();
            durations.record(TimeUnit.MILLISECONDS.toNanos(timing.end() - timing.start()));
            waits.record(TimeUnit.MILLISECONDS.toNanos(timing.waited()));
        }
    }
}
