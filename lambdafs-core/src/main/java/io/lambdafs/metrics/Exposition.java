package io.lambdafs.metrics;

import io.lambdafs.wire.latency.BucketBounds;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Metrics in the form that their reader asks for: Prometheus' text format with classic histograms, or its protobuf format, whose histograms
 * are native ones besides. Immutable.
 *
 * <p>Prometheus asks for protobuf if it is told to scrape native histograms.
 */
public final class Exposition {
    private static final String MESSAGE = "application/vnd.google.protobuf";
    private static final String PROTOBUF = MESSAGE + "; proto=io.prometheus.client.MetricFamily; encoding=delimited";

    /** A media type and its parameters. Prometheus names what it prefers first, so weights are not compared. */
    private static final Pattern PREFERRED = Pattern.compile("\\s*([^,;]+)([^,]*)");

    private static final Pattern BUCKET = Pattern.compile(".*[{,]le=\"([0-9.]+)\".*");

    private final String text;
    private final boolean isProtobuf;

    private Exposition(String text, boolean isProtobuf) {
        this.text = text;
        this.isProtobuf = isProtobuf;
    }

    /**
     * What a reader gets.
     *
     * @param text by {@link MetricsText}; of several processes, if they are merged
     * @param accept what the reader's header {@code Accept} says; null if there is none
     */
    public static Exposition of(String text, @Nullable String accept) {
        return new Exposition(text, accept != null && prefersProtobuf(accept));
    }

    private static boolean prefersProtobuf(String accept) {
        Matcher first = PREFERRED.matcher(accept);
        return first.lookingAt()
                && first.group(1).strip().equals(MESSAGE)
                && first.group(2).contains("proto=io.prometheus.client.MetricFamily")
                && first.group(2).contains("encoding=delimited");
    }

    /** The media type. */
    public String contentType() {
        return isProtobuf ? PROTOBUF : MetricsText.CONTENT_TYPE;
    }

    /** What is sent. */
    public byte[] body() {
        return isProtobuf
                ? ProtobufMetrics.of(MetricFamily.parse(text))
                : classic().getBytes(StandardCharsets.UTF_8);
    }

    private String classic() {
        return text.lines()
                .filter(line -> !isOnlyNative(line))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static boolean isOnlyNative(String line) {
        if (!line.contains("le=\"") || line.startsWith("#")) {
            return false;
        }
        Matcher bucket = BUCKET.matcher(line);
        if (!bucket.matches()) {
            return false;
        }
        int number = BucketBounds.bucketWith(Double.parseDouble(bucket.group(1)));
        return number >= 0 && !BucketBounds.isClassic(number);
    }
}
