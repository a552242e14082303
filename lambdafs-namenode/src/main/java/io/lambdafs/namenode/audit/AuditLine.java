package io.lambdafs.namenode.audit;

import io.lambdafs.namenode.Authentication;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Makes lines as HDFS's NameNode does: log4j's date, level and logger, then fields with tabs between them. Used by one thread at a time.
 */
final class AuditLine {
    private static final int MILLIS = 1000;
    private static final int LAST_PLAIN = 0x7f;
    private static final int FIRST_PLAIN = 32;

    private final DateTimeFormatter seconds;
    private final StringBuilder line = new StringBuilder();
    private long second = Long.MIN_VALUE;
    private String secondText = "";

    AuditLine(ZoneId zone) {
        seconds =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    }

    /** The line of an operation, with a line feed. */
    String of(long millis, RequestEnvelope request, AuditedMethod.Outcome outcome) {
        Caller caller = request.caller();
        String authentication = authentication(request);
        AuditedCall call = outcome.call();
        begin(millis, "INFO").append("allowed=").append(outcome.allowed()).append("\tugi=");
        escape(caller.user());
        if (caller.realUser().isEmpty()) {
            line.append(authentication);
        } else {
            line.append(" (auth:PROXY) via ");
            escape(caller.realUser());
            line.append(authentication);
        }
        line.append("\tip=/");
        escape(caller.host());
        line.append("\tcmd=").append(call.command()).append("\tsrc=");
        escape(call.source());
        line.append("\tdst=");
        escape(call.destination());
        line.append("\tperm=");
        escape(call.permission());
        line.append("\tproto=");
        escape(caller.protocol().isEmpty() ? "rpc" : caller.protocol());
        if (!caller.context().isEmpty()) {
            line.append("\tcallerContext=");
            escape(caller.context());
        }
        return line.append('\n').toString();
    }

    private static String authentication(RequestEnvelope request) {
        return switch (Authentication.of(request)) {
            case NONE -> " (auth:SIMPLE)";
            case TOKEN -> " (auth:TOKEN)";
            case SERVICE -> " (auth:SERVICE)";
        };
    }

    /** A line about the log itself, with a line feed. */
    String warning(long millis, String message) {
        return begin(millis, "WARN").append(message).append('\n').toString();
    }

    private StringBuilder begin(long millis, String level) {
        long present = Math.floorDiv(millis, MILLIS);
        if (present != second) {
            second = present;
            secondText = seconds.format(Instant.ofEpochSecond(present));
        }
        line.setLength(0);
        line.append(secondText).append(',');
        int rest = (int) Math.floorMod(millis, (long) MILLIS);
        line.append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10));
        return line.append(' ').append(level).append(" FSNamesystem.audit: ");
    }

    /* As Java writes a text, which is what HDFS does: no path can make a field or a line of its own. */
    private void escape(@Nullable String text) {
        if (text == null) {
            line.append("null");
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < FIRST_PLAIN || c > LAST_PLAIN) {
                escape(c);
            } else {
                if (c == '"' || c == '\\') {
                    line.append('\\');
                }
                line.append(c);
            }
        }
    }

    private void escape(char c) {
        switch (c) {
            case '\b' -> line.append("\\b");
            case '\n' -> line.append("\\n");
            case '\t' -> line.append("\\t");
            case '\f' -> line.append("\\f");
            case '\r' -> line.append("\\r");
            default -> line.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
        }
    }
}
