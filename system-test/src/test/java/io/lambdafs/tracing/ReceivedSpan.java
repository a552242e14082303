package io.lambdafs.tracing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;

/**
 * A span as it came to a collector.
 *
 * @param service which program made it
 * @param parent the id of the span above; empty if it begins a trace
 */
record ReceivedSpan(
        String service, String trace, String id, String parent, String name, Map<String, String> attributes) {
    /** The spans of an {@code ExportTraceServiceRequest} of OTLP's, by the numbers that its fields have. */
    static List<ReceivedSpan> parse(byte[] request) throws InvalidProtocolBufferException {
        List<ReceivedSpan> spans = new ArrayList<>();
        for (UnknownFieldSet resourceSpans : messages(UnknownFieldSet.parseFrom(request), 1)) {
            String service = "";
            for (UnknownFieldSet resource : messages(resourceSpans, 1)) {
                service = attributes(resource, 1).getOrDefault("service.name", "");
            }
            for (UnknownFieldSet scopeSpans : messages(resourceSpans, 2)) {
                for (UnknownFieldSet span : messages(scopeSpans, 2)) {
                    spans.add(new ReceivedSpan(
                            service,
                            hexadecimal(span, 1),
                            hexadecimal(span, 2),
                            hexadecimal(span, 4),
                            text(span, 5),
                            attributes(span, 9)));
                }
            }
        }
        return spans;
    }

    private static Map<String, String> attributes(UnknownFieldSet of, int field) throws InvalidProtocolBufferException {
        Map<String, String> attributes = new HashMap<>();
        for (UnknownFieldSet pair : messages(of, field)) {
            for (UnknownFieldSet value : messages(pair, 2)) {
                boolean number = value.hasField(3);
                attributes.put(
                        text(pair, 1),
                        number
                                ? String.valueOf(
                                        value.getField(3).getVarintList().get(0))
                                : text(value, 1));
            }
        }
        return attributes;
    }

    private static List<UnknownFieldSet> messages(UnknownFieldSet of, int field) throws InvalidProtocolBufferException {
        List<UnknownFieldSet> messages = new ArrayList<>();
        for (ByteString bytes : of.getField(field).getLengthDelimitedList()) {
            messages.add(UnknownFieldSet.parseFrom(bytes));
        }
        return messages;
    }

    private static String text(UnknownFieldSet of, int field) {
        List<ByteString> values = of.getField(field).getLengthDelimitedList();
        return values.isEmpty() ? "" : values.get(0).toStringUtf8();
    }

    private static String hexadecimal(UnknownFieldSet of, int field) {
        List<ByteString> values = of.getField(field).getLengthDelimitedList();
        return values.isEmpty() ? "" : HexFormat.of().formatHex(values.get(0).toByteArray());
    }
}
