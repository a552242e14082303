package io.lambdafs.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.TraceParent;
import io.lambdafs.wire.trace.Tracing;
import io.lambdafs.wire.trace.TracingProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class OpenTelemetryTracingTest {
    private static final String NOWHERE = "http://127.0.0.1:1";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final int MORE_THAN_THE_QUEUE_TAKES = 20_000;

    private static Tracing sampled(String endpoint, String ratio) {
        return TracingProvider.open(
                "test",
                Map.of(TracingProvider.ENDPOINT, endpoint, "OTEL_TRACES_SAMPLER_ARG", ratio),
                OpenTelemetryTracingTest::fail);
    }

    private static void fail(String problem) {
        throw new AssertionError(problem);
    }

    @Test
    void spansOfAThread_areBelowEachOther_andEndInTheCollector() throws Exception {
        Queue<String> received = new ConcurrentLinkedQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort();
        try (Tracing tracing = sampled(endpoint, "1")) {
            try (Span outer = tracing.begin(SpanKind.INTERNAL, "outer-span", "")) {
                try (Span inner = tracing.child(SpanKind.CLIENT, "inner-span")) {
                    assertThat(traceOf(inner)).isEqualTo(traceOf(outer));
                    assertThat(inner.traceParent()).isNotEqualTo(outer.traceParent());
                }
                tracing.child(SpanKind.CLIENT, "discarded-span").discard();
            }
        } finally {
            collector.stop(0);
        }
        assertThat(String.join("", received))
                .contains("outer-span", "inner-span", "test")
                .doesNotContain("discarded-span");
    }

    @Test
    void parent_isContinued_whateverTheRatio() {
        try (Tracing tracing = sampled(NOWHERE, "0")) {
            try (Span span = tracing.begin(SpanKind.SERVER, "continued", PARENT)) {
                assertThat(span.isRecorded()).isTrue();
                assertThat(traceOf(span)).isEqualTo(TRACE);
                assertThat(TraceParent.isValid(span.traceParent())).isTrue();
            }
            assertThat(tracing.child(SpanKind.INTERNAL, "nothing is current").isRecorded())
                    .isFalse();
        }
    }

    @Test
    void parent_ofAServerComesBeforeTheCurrentSpan_andOfOthersBehind() {
        try (Tracing tracing = sampled(NOWHERE, "1");
                Span current = tracing.begin(SpanKind.INTERNAL, "current", "")) {
            try (Span server = tracing.begin(SpanKind.SERVER, "server", PARENT)) {
                assertThat(traceOf(server)).isEqualTo(TRACE);
            }
            try (Span internal = tracing.begin(SpanKind.INTERNAL, "internal", PARENT)) {
                assertThat(traceOf(internal)).isEqualTo(traceOf(current));
            }
        }
    }

    @Test
    void callThatIsNotSampled_hasNoSpansBelow_andAsksForNone() {
        try (Tracing tracing = sampled(NOWHERE, "0");
                Span call = tracing.begin(SpanKind.SERVER, "call", "")) {
            assertThat(call.isRecorded()).isFalse();
            assertThat(call.traceParent()).isEmpty();
            assertThat(tracing.child(SpanKind.CLIENT, "below").isRecorded()).isFalse();
            try (Span below = tracing.begin(SpanKind.INTERNAL, "below", "")) {
                assertThat(below.isRecorded()).isFalse();
            }
        }
    }

    @Test
    void ratio_isOneInAHundred_ifNobodySaysOtherwise() {
        int recorded = 0;
        try (Tracing tracing =
                TracingProvider.open("test", Map.of(TracingProvider.ENDPOINT, NOWHERE), problem -> fail(problem))) {
            for (int i = 0; i < MORE_THAN_THE_QUEUE_TAKES; i++) {
                try (Span span = tracing.begin(SpanKind.INTERNAL, "call", "")) {
                    recorded += span.isRecorded() ? 1 : 0;
                }
            }
        }
        assertThat(recorded).isBetween(MORE_THAN_THE_QUEUE_TAKES / 200, MORE_THAN_THE_QUEUE_TAKES / 50);
    }

    @Test
    void collectorThatNeverAnswers_holdsUpNobody() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Tracing tracing = sampled("http://127.0.0.1:" + silent.getLocalPort(), "1")) {
            for (int i = 0; i < MORE_THAN_THE_QUEUE_TAKES; i++) {
                tracing.begin(SpanKind.INTERNAL, "call", "").close();
            }
            assertThat(tracing.isOn()).isTrue();
        }
    }

    @Test
    void unusableSetting_isAProblem_andNoFailure() {
        List<String> problems = new ArrayList<>();

        Tracing tracing = TracingProvider.open(
                "test", Map.of(TracingProvider.ENDPOINT, NOWHERE, "OTEL_BSP_MAX_QUEUE_SIZE", "many"), problems::add);

        assertThat(tracing).isSameAs(Tracing.OFF);
        assertThat(problems).singleElement().asString().contains("otel.bsp.max.queue.size");
        assertThatThrownBy(() -> new OpenTelemetryProvider()
                        .open("test", Map.of(TracingProvider.ENDPOINT, NOWHERE, "OTEL_TRACES_SAMPLER", "sometimes")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String traceOf(Span span) {
        return span.traceParent().substring(3, 35);
    }
}
