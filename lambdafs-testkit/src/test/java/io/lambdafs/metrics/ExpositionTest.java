package io.lambdafs.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.testkit.metrics.ExpositionCheck;
import io.lambdafs.wire.latency.BucketBounds;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader gets who asks for one format or the other. */
final class ExpositionTest {
    /** What Prometheus sends that scrapes native histograms. */
    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,"
                    + "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1";

    private static final int NAME = 1;
    private static final int TYPE = 3;
    private static final int METRIC = 4;
    private static final int HISTOGRAM = 7;
    private static final int COUNT = 1;
    private static final int SUM = 2;
    private static final int CLASSIC_BUCKET = 3;
    private static final int SCHEMA = 5;
    private static final int ZERO_THRESHOLD = 6;
    private static final int ZERO_COUNT = 7;
    private static final int SPAN = 12;
    private static final int DELTA = 13;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*/*",
                "text/plain;version=0.0.4;q=0.5,application/vnd.google.protobuf;q=0.1",
                "application/openmetrics-text;version=1.0.0;q=0.6," + PROTOBUF,
                "application/vnd.google.protobuf;proto=another.Message;encoding=delimited",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=text"
            })
    void others_getClassicHistogramsAsText(String accept) {
        assertThat(text(accept)).isEqualTo(text(null));
    }

    @Test
    void text_hasTheBucketsOfClassicHistogramsOnly() {
        String all = metrics();
        String shown = text(null);

        assertThat(all.lines()).hasSizeGreaterThan((int) shown.lines().count());
        assertThat(ExpositionCheck.problems(all)).isEmpty();
        assertThat(ExpositionCheck.problems(shown)).isEmpty();
        assertThat(shown.lines().filter(line -> line.contains("_bucket")))
                .hasSize(25)
                .contains(
                        "a_seconds_bucket{kind=\"read\",le=\"0.00000762939453125\"} 2",
                        "a_seconds_bucket{kind=\"read\",le=\"0.0009765625\"} 2",
                        "a_seconds_bucket{kind=\"read\",le=\"0.001953125\"} 6",
                        "a_seconds_bucket{kind=\"read\",le=\"+Inf\"} 7");
        assertThat(shown).contains("b_total 3\n", "a_seconds_count{kind=\"read\"} 7\n");
    }

    @Test
    void protobuf_hasNativeHistograms() {
        Exposition exposition = Exposition.of(metrics(), PROTOBUF);
        assertThat(exposition.contentType())
                .isEqualTo("application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily;"
                        + " encoding=delimited");

        List<Message> families = delimited(ByteBuffer.wrap(exposition.body()));
        assertThat(families.stream().map(family -> family.texts(NAME).get(0)))
                .containsExactly("a_seconds", "b_total", "c_bytes");
        assertThat(families.stream().map(family -> family.numbers(TYPE).get(0))).containsExactly(4L, 0L, 1L);

        Message histogram =
                families.get(0).messages(METRIC).get(0).messages(HISTOGRAM).get(0);
        assertThat(histogram.numbers(COUNT)).containsExactly(7L);
        assertThat(histogram.reals(SUM)).containsExactly(100.00511);
        assertThat(histogram.messages(CLASSIC_BUCKET)).hasSize(25);
        assertThat(histogram.signed(SCHEMA)).containsExactly(2L);
        assertThat(histogram.reals(ZERO_THRESHOLD)).containsExactly(Math.pow(2, -17));
        assertThat(histogram.numbers(ZERO_COUNT)).containsExactly(2L);
        // Two lie in the bucket up to 2^(-39/4) s = 1.16 ms, one in the next, one two further, and one above all
        // bounds.
        assertThat(histogram.messages(SPAN).stream().map(span -> span.signed(1).get(0)))
                .containsExactly(-39L, 1L, 60L);
        assertThat(histogram.messages(SPAN).stream().map(span -> span.numbers(2).get(0)))
                .containsExactly(2L, 1L, 1L);
        assertThat(histogram.signed(DELTA)).containsExactly(2L, -1L, 0L, 0L);
    }

    @Test
    void histogramsOfOthers_stayClassic_andLinesThatAreNoneAreLeftOut() {
        String foreign = """
                # HELP h Sizes \\\\ of\\nthings.
                # TYPE h histogram
                h_bucket{le="10"} 1
                nonsense
                h_bucket{le="+Inf"} 2
                h_sum 30
                h_count 2
                plain 1.5
                """;

        List<Message> families =
                delimited(ByteBuffer.wrap(Exposition.of(foreign, PROTOBUF).body()));

        assertThat(families).hasSize(2);
        assertThat(families.get(0).texts(2)).containsExactly("Sizes \\ of\nthings.");
        Message histogram =
                families.get(0).messages(METRIC).get(0).messages(HISTOGRAM).get(0);
        assertThat(histogram.messages(CLASSIC_BUCKET)).hasSize(2);
        assertThat(histogram.signed(SCHEMA)).isEmpty();
        assertThat(families.get(1).texts(NAME)).containsExactly("plain");
        assertThat(families.get(1).numbers(TYPE)).containsExactly(3L);
    }

    @Test
    void eachDuration_isInTheBucketWhoseBoundsAreAroundIt() {
        for (long nanos : LongStream.concat(
                        LongStream.of(0, 1, 7_629, 7_630, 976_562, 976_563, 64_000_000_000L, 64_000_000_001L),
                        LongStream.iterate(3, n -> n < 1L << 36, n -> n * 5 / 4 + 1))
                .toArray()) {
            int bucket = BucketBounds.bucketOf(nanos);
            if (bucket < BucketBounds.COUNT) {
                assertThat(nanos / 1e9).isLessThanOrEqualTo(BucketBounds.seconds(bucket));
            }
            if (bucket > 0) {
                assertThat(nanos / 1e9).isGreaterThan(BucketBounds.seconds(bucket - 1));
            }
        }
    }

    private static String metrics() {
        LatencyHistogram histogram = new LatencyHistogram();
        for (long nanos : new long[] {5_000, 10, 1_000_000, 1_300_000, 1_800_000, 1_004_990, 100_000_000_000L}) {
            histogram.record(nanos);
        }
        return new MetricsText()
                .histogram("a_seconds", "Times.")
                .sample(histogram.snapshot(), "kind", "read")
                .counter("b_total", "Counted.")
                .sample(3)
                .gauge("c_bytes", "Bytes.")
                .sample(1.5, "of", "x")
                .toString();
    }

    private static String text(@Nullable String accept) {
        Exposition exposition = Exposition.of(metrics(), accept);
        assertThat(exposition.contentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        return new String(exposition.body(), StandardCharsets.UTF_8);
    }

    private static List<Message> delimited(ByteBuffer bytes) {
        List<Message> messages = new ArrayList<>();
        while (bytes.hasRemaining()) {
            messages.add(Message.read(slice(bytes)));
        }
        return messages;
    }

    private static ByteBuffer slice(ByteBuffer bytes) {
        int length = (int) varint(bytes);
        ByteBuffer slice = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return slice;
    }

    private static long varint(ByteBuffer bytes) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    /** A message that is read without its description, written from protobuf's and sharing no code with what writes it. */
    private record Message(List<Field> fields) {
        static Message read(ByteBuffer bytes) {
            List<Field> fields = new ArrayList<>();
            while (bytes.hasRemaining()) {
                long tag = varint(bytes);
                Object value = switch ((int) (tag & 7)) {
                    case 0 -> varint(bytes);
                    case 1 -> bytes.order(ByteOrder.LITTLE_ENDIAN).getDouble();
                    case 2 -> slice(bytes);
                    default -> throw new IllegalArgumentException("tag " + tag);
                };
                fields.add(new Field((int) (tag >>> 3), value));
            }
            return new Message(fields);
        }

        private <T> List<T> values(int number, Class<T> type) {
            return fields.stream()
                    .filter(field -> field.number() == number)
                    .map(field -> type.cast(field.value()))
                    .toList();
        }

        List<Long> numbers(int number) {
            return values(number, Long.class);
        }

        List<Long> signed(int number) {
            return numbers(number).stream()
                    .map(value -> (value >>> 1) ^ -(value & 1))
                    .toList();
        }

        List<Double> reals(int number) {
            return values(number, Double.class);
        }

        List<String> texts(int number) {
            return values(number, ByteBuffer.class).stream()
                    .map(value ->
                            StandardCharsets.UTF_8.decode(value.duplicate()).toString())
                    .toList();
        }

        List<Message> messages(int number) {
            return values(number, ByteBuffer.class).stream()
                    .map(value -> read(value.duplicate()))
                    .toList();
        }
    }

    /** One field of a message. */
    private record Field(int number, Object value) {}
}
