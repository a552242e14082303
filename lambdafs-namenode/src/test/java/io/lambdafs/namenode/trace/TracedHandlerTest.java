package io.lambdafs.namenode.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class TracedHandlerTest {
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final RequestEnvelope PLAIN = new RequestEnvelope(
            new RequestId(new UUID(1, 2), 3),
            new Caller("alice", List.of(), "127.0.0.1"),
            RequestLife.UNDATED,
            "getFileInfo",
            new byte[0]);

    private final List<String> told = new ArrayList<>();

    /** Tells what is done with spans. */
    private final class ToldSpans implements Tracing, Span {
        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public Span begin(SpanKind kind, String name, String parent) {
            told.add("begin " + kind + " " + name + " " + parent);
            return this;
        }

        @Override
        public Span child(SpanKind kind, String name) {
            throw new AssertionError("the handler makes one span");
        }

        @Override
        public boolean isRecorded() {
            return true;
        }

        @Override
        public Span with(String key, String value) {
            told.add(key + "=" + value);
            return this;
        }

        @Override
        public Span with(String key, long value) {
            return with(key, Long.toString(value));
        }

        @Override
        public void failed(String why) {
            told.add("failed " + why);
        }

        @Override
        public String traceParent() {
            return "";
        }

        @Override
        public void discard() {
            told.add("discard");
        }

        @Override
        public void close() {
            told.add("end");
        }
    }

    private TracedHandler traced(ResponseEnvelope answer, Optional<ResponseEnvelope> atOnce) {
        RequestHandler handler = new RequestHandler() {
            @Override
            public ResponseEnvelope handle(RequestEnvelope request) {
                told.add("handle");
                return answer;
            }

            @Override
            public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
                told.add("at once");
                return atOnce;
            }
        };
        return new TracedHandler(handler, new ToldSpans(), "namenode0-1");
    }

    private static ResponseEnvelope success() {
        return ResponseEnvelope.success(PLAIN.id(), new byte[0]);
    }

    @Test
    void requestOfNoTrace_getsNoSpan() {
        TracedHandler handler = traced(success(), Optional.of(success()));

        assertThat(handler.handle(PLAIN).succeeded()).isTrue();
        assertThat(handler.handleAtOnce(PLAIN)).isPresent();

        assertThat(told).containsExactly("handle", "at once");
    }

    @Test
    void requestOfATrace_getsASpanBelowItsSender() {
        traced(success(), Optional.empty()).handle(PLAIN.traced(PARENT));

        assertThat(told)
                .startsWith("begin SERVER getFileInfo " + PARENT)
                .contains("lambdafs.instance=namenode0-1", "lambdafs.resubmission=false")
                .endsWith("handle", "end");
    }

    @Test
    void requestThatMemoryDoesNotAnswer_keepsTheSpanOfTheSecondTryOnly() {
        assertThat(traced(success(), Optional.empty()).handleAtOnce(PLAIN.traced(PARENT)))
                .isEmpty();

        assertThat(told).contains("at once", "discard");

        told.clear();
        assertThat(traced(success(), Optional.of(success())).handleAtOnce(PLAIN.traced(PARENT)))
                .isPresent();

        assertThat(told).contains("lambdafs.from_memory=true").endsWith("end").doesNotContain("discard");
    }

    @Test
    void refusal_isNoFailureOfTheSystem() {
        traced(ResponseEnvelope.failure(PLAIN.id(), ErrorCode.ACCESS_DENIED, "no"), Optional.empty())
                .handle(PLAIN.traced(PARENT));

        assertThat(told).contains("lambdafs.error=ACCESS_DENIED").noneMatch(line -> line.startsWith("failed"));

        told.clear();
        traced(ResponseEnvelope.failure(PLAIN.id(), ErrorCode.STORE_UNAVAILABLE, "gone"), Optional.empty())
                .handle(PLAIN.traced(PARENT));

        assertThat(told).contains("failed STORE_UNAVAILABLE: gone");
    }
}
