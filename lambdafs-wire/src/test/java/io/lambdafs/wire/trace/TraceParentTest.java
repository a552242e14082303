package io.lambdafs.wire.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class TraceParentTest {
    private static final String TEXT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final byte[] MESSAGE = {0x0a, 0x01, '/'};

    @Test
    void onlyWhatW3cSays_isValid() {
        assertThat(TraceParent.isValid(TEXT)).isTrue();
        assertThat(TraceParent.isValid(TEXT.replace("00-4b", "01-4b"))).isFalse();
        assertThat(TraceParent.isValid(TEXT.toUpperCase(Locale.ROOT))).isFalse();
        assertThat(TraceParent.isValid(TEXT + "0")).isFalse();
        assertThat(TraceParent.isValid("")).isFalse();
        assertThat(TraceParent.isValid("00-" + "0".repeat(32) + "-00f067aa0ba902b7-01"))
                .isFalse();
        assertThat(TraceParent.isValid("00-4bf92f3577b34da6a3ce929d0e0e4736-" + "0".repeat(16) + "-01"))
                .isFalse();
    }

    @Test
    void text_isFoundInACallersContext() {
        assertThat(TraceParent.in("job_1,traceparent:" + TEXT)).isEqualTo(TEXT);
        assertThat(TraceParent.in("traceparent=" + TEXT + ",more")).isEqualTo(TEXT);
        assertThat(TraceParent.in("")).isEmpty();
        assertThat(TraceParent.in("job_1 is longer than a traceparent would be, but has none in it"))
                .isEmpty();
        assertThat(TraceParent.in("traceparent")).isEmpty();
        assertThat(TraceParent.in("traceparent " + TEXT)).isEmpty();
        assertThat(TraceParent.in("traceparent:" + TEXT.substring(1))).isEmpty();
    }

    @Test
    void field_isOneThatParsersSkip() {
        byte[] all = TraceParent.appendTo(MESSAGE, TEXT);

        ByteBuffer field = ByteBuffer.wrap(all, MESSAGE.length, all.length - MESSAGE.length);
        long tag = varint(field);
        assertThat(tag & 7).as("length-delimited").isEqualTo(2);
        assertThat(tag >> 3)
                .as("not one of HDFS's, and a number that protobuf allows")
                .isEqualTo(536_870_000L);
        assertThat(varint(field)).isEqualTo(field.remaining()).isEqualTo(TraceParent.LENGTH);
        assertThat(all).startsWith(MESSAGE).hasSize(MESSAGE.length + TraceParent.FIELD_BYTES);
        assertThat(TraceParent.atEndOf(all)).isEqualTo(TEXT);
        assertThat(TraceParent.atEndOf(TraceParent.appendTo(new byte[0], TEXT))).isEqualTo(TEXT);
    }

    private static long varint(ByteBuffer in) {
        long number = 0;
        for (int shift = 0; ; shift += 7) {
            byte group = in.get();
            number |= (long) (group & 0x7f) << shift;
            if (group >= 0) {
                return number;
            }
        }
    }

    @Test
    void otherMessages_haveNone() {
        byte[] broken = TraceParent.appendTo(MESSAGE, TEXT);
        broken[broken.length - 1] = 'x';

        assertThat(TraceParent.atEndOf(MESSAGE)).isEmpty();
        assertThat(TraceParent.atEndOf(new byte[TraceParent.FIELD_BYTES])).isEmpty();
        assertThat(TraceParent.atEndOf(broken)).isEmpty();
        assertThatThrownBy(() -> TraceParent.appendTo(MESSAGE, "00-1-1-01"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void envelope_carriesIt_inTheVersionThatOlderNameNodesRead() throws Exception {
        RequestEnvelope plain = new RequestEnvelope(
                new RequestId(new UUID(1, 2), 3),
                new Caller("alice", List.of(), "127.0.0.1"),
                RequestLife.UNDATED,
                "getFileInfo",
                MESSAGE);

        RequestEnvelope received =
                RequestEnvelope.decode(plain.traced(TEXT).asResubmission().encode());

        assertThat(received.traceParent()).isEqualTo(TEXT);
        assertThat(received.isResubmission()).isTrue();
        assertThat(received.payload()).startsWith(MESSAGE);
        assertThat(plain.traced(TEXT).encode()[0]).isEqualTo(plain.encode()[0]);
        assertThat(plain.traced("").encode()).isEqualTo(plain.encode());
        assertThat(RequestEnvelope.decode(plain.encode()).traceParent()).isEmpty();
    }

    @Test
    void requestOfTheLargestSize_goesWithoutIt() {
        byte[] largest = new byte[RequestEnvelope.MAX_PAYLOAD_BYTES];
        RequestEnvelope request = new RequestEnvelope(
                new RequestId(new UUID(1, 2), 3),
                new Caller("alice", List.of(), "127.0.0.1"),
                RequestLife.UNDATED,
                "getFileInfo",
                largest);

        assertThat(request.traced(TEXT).payload()).isSameAs(largest);
    }
}
