package io.lambdafs.runtime;

import io.lambdafs.wire.trace.Tracing;
import io.lambdafs.wire.trace.TracingProvider;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Tracing, opened in the background while the platform still waits for this instance, because loading the library takes as long as
 * a good part of a cold start. Does nothing where tracing is off. Thread-safe.
 */
final class TracingOpening implements AutoCloseable {
    /** What an instance is called in traces, unless {@code OTEL_SERVICE_NAME} says otherwise. */
    private static final String SERVICE = "lambdafs-namenode";

    private static final String PREFIX = "OTEL_";

    private final CompletableFuture<Tracing> tracing;

    private TracingOpening(CompletableFuture<Tracing> tracing) {
        this.tracing = tracing;
    }

    /** Of all settings those that are about traces. */
    static Map<String, String> settings(Map<String, String> environment) {
        Map<String, String> settings = new TreeMap<>(environment);
        settings.keySet().removeIf(name -> !name.startsWith(PREFIX));
        return Map.copyOf(settings);
    }

    /** Begins to open what the settings ask for. Returns at once. */
    static TracingOpening begin(Map<String, String> settings, Executor executor) {
        if (!TracingProvider.isWanted(settings)) {
            return new TracingOpening(CompletableFuture.completedFuture(Tracing.OFF));
        }
        return new TracingOpening(CompletableFuture.supplyAsync(
                () -> TracingProvider.open(
                        SERVICE, settings, problem -> System.err.println("function instance: " + problem)),
                executor));
    }

    /** Waits for the library to be loaded, not for a collector. */
    Tracing get() {
        return tracing.exceptionally(unusable -> Tracing.OFF).join();
    }

    @Override
    public void close() {
        if (tracing.isDone()) {
            get().close();
        }
    }
}
