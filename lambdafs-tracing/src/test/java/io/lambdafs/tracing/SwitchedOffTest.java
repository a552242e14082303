package io.lambdafs.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.wire.trace.Tracing;
import io.lambdafs.wire.trace.TracingProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tracing costs a process that has not switched it on: no class of the library. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SwitchedOffTest {
    /** Opens tracing as the environment says. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            Tracing tracing = TracingProvider.open("program", System.getenv(), System.err::println);
            System.out.println("on=" + tracing.isOn());
            tracing.close();
        }
    }

    private static String run(Map<String, String> environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName()))
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("OTEL_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void libraryIsLoaded_onlyWhereACollectorIsNamed() throws Exception {
        assertThat(run(Map.of())).contains("on=false").doesNotContain("io.opentelemetry.");
        assertThat(run(Map.of("OTEL_TRACES_SAMPLER_ARG", "1")))
                .contains("on=false")
                .doesNotContain("io.opentelemetry.");
        assertThat(run(Map.of(TracingProvider.ENDPOINT, "http://127.0.0.1:1", "OTEL_SDK_DISABLED", "true")))
                .contains("on=false")
                .doesNotContain("io.opentelemetry.");
        assertThat(run(Map.of(TracingProvider.TRACES_ENDPOINT, "http://127.0.0.1:1/v1/traces")))
                .contains("on=true", "io.opentelemetry.");
    }
}
