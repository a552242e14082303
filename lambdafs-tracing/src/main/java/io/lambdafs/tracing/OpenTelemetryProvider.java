package io.lambdafs.tracing;

import io.lambdafs.wire.trace.Tracing;
import io.lambdafs.wire.trace.TracingProvider;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Opens OpenTelemetry's SDK as its standard environment variables say, with defaults that suit a file system. */
public final class OpenTelemetryProvider implements TracingProvider {
    private static final String PREFIX = "OTEL_";

    /** What holds where nobody says otherwise; with OpenTelemetry's own defaults for everything else. */
    private static Map<String, String> defaults(String service) {
        Map<String, String> defaults = new HashMap<>();
        defaults.put("otel.service.name", service);
        defaults.put("otel.traces.exporter", "otlp");
        defaults.put("otel.exporter.otlp.protocol", "http/protobuf");
        // OpenTelemetry would record every call.
        defaults.put("otel.traces.sampler", "parentbased_traceidratio");
        defaults.put("otel.traces.sampler.arg", "0.01");
        // The process may be ended, or frozen, soon after an operation.
        defaults.put("otel.bsp.schedule.delay", "1000");
        return defaults;
    }

    /** What this jar does without. */
    private static Map<String, String> forced() {
        Map<String, String> forced = new HashMap<>();
        forced.put("otel.metrics.exporter", "none");
        forced.put("otel.logs.exporter", "none");
        return forced;
    }

    @Override
    public Tracing open(String service, Map<String, String> settings) {
        Map<String, String> said = new HashMap<>();
        settings.forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !value.isEmpty()) {
                said.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        said.putAll(forced());
        try {
            OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                    .setServiceClassLoader(OpenTelemetryProvider.class.getClassLoader())
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> defaults(service))
                    .addPropertiesCustomizer(before -> said)
                    .build()
                    .getOpenTelemetrySdk();
            return new OpenTelemetryTracing(sdk);
        } catch (ConfigurationException e) {
            throw new IllegalArgumentException("OpenTelemetry's settings: " + e.getMessage(), e);
        }
    }
}
