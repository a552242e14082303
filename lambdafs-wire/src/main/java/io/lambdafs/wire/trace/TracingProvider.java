package io.lambdafs.wire.trace;

import java.util.Iterator;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Opens {@link Tracing} with some library. Found by {@link ServiceLoader}, so that a process without the library's jar goes on
 * without traces.
 */
public interface TracingProvider {
    /** Environment variables of OpenTelemetry's, any of which names a collector and so switches tracing on. */
    String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    /** As {@link #ENDPOINT}, for traces alone. */
    String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";

    /**
     * Opens tracing. Does not wait for the collector.
     *
     * @param service the name of this kind of process, unless the settings say another
     * @param settings OpenTelemetry's environment variables
     * @throws IllegalArgumentException if a setting is unusable
     */
    Tracing open(String service, Map<String, String> settings);

    /** Whether the settings name a collector and do not forbid traces. */
    static boolean isWanted(Map<String, String> settings) {
        boolean named = !settings.getOrDefault(ENDPOINT, "").isEmpty()
                || !settings.getOrDefault(TRACES_ENDPOINT, "").isEmpty();
        return named
                && !"true".equalsIgnoreCase(settings.get("OTEL_SDK_DISABLED"))
                && !"none".equals(settings.get("OTEL_TRACES_EXPORTER"));
    }

    /**
     * Opens tracing if it {@linkplain #isWanted is wanted} and a library is there. No class of a library is loaded otherwise.
     *
     * @param problems hears why there are no traces although they are wanted
     */
    static Tracing open(String service, Map<String, String> settings, Consumer<String> problems) {
        if (!isWanted(settings)) {
            return Tracing.OFF;
        }
        try {
            Iterator<TracingProvider> providers = ServiceLoader.load(
                            TracingProvider.class, TracingProvider.class.getClassLoader())
                    .iterator();
            if (providers.hasNext()) {
                return providers.next().open(service, settings);
            }
            problems.accept("There are no traces, because lambdafs-tracing.jar is not on the class path");
        } catch (ServiceConfigurationError | LinkageError e) {
            problems.accept(
                    "There are no traces, because lambdafs-tracing.jar cannot be loaded (it needs Java 11): " + e);
        } catch (RuntimeException e) {
            problems.accept("There are no traces: " + e.getMessage());
        }
        return Tracing.OFF;
    }
}
