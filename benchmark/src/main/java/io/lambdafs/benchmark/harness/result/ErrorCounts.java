package io.lambdafs.benchmark.harness.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Which errors there were, and how often. Numbers and paths in messages do not tell errors apart. Thread-safe. */
public final class ErrorCounts {
    private static final int MAX_KINDS = 200;
    private static final int MAX_MESSAGE = 200;
    private static final Pattern PATH = Pattern.compile("(?:[a-z][a-z0-9+.-]*://[^\\s/:]*(?::\\d+)?)?/[^\\s'\",:;()]+");
    private static final Pattern NUMBER = Pattern.compile("\\d{2,}");

    private final Map<String, ErrorCount> counts = new LinkedHashMap<>();

    /**
     * An error.
     *
     * @param operation the kind of operation that failed
     * @param error the class of the exception
     * @param message the first line of its message, with PATH and N in place of paths and numbers
     * @param count how often
     * @param firstMillis when it happened first, after the beginning of the phase
     */
    public record ErrorCount(String operation, String error, String message, long count, long firstMillis) {
        private ErrorCount plus(long more, long millis) {
            return new ErrorCount(operation, error, message, count + more, Math.min(firstMillis, millis));
        }
    }

    /** An operation has failed. */
    public void add(String operation, Throwable error, long millis) {
        String message = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
        message = NUMBER.matcher(PATH.matcher(message).replaceAll("PATH")).replaceAll("N");
        add(new ErrorCount(
                operation,
                error.getClass().getName(),
                message.substring(0, Math.min(MAX_MESSAGE, message.length())),
                1,
                millis));
    }

    /** Adds what others counted. */
    public synchronized void add(ErrorCount more) {
        String key = more.operation() + " " + more.error() + " " + more.message();
        ErrorCount before = counts.get(key);
        if (before == null && counts.size() >= MAX_KINDS) {
            ErrorCount rest = new ErrorCount("other", "other", "other errors", more.count(), more.firstMillis());
            counts.merge("rest", rest, (one, other) -> one.plus(other.count(), other.firstMillis()));
            return;
        }
        counts.put(key, before == null ? more : before.plus(more.count(), more.firstMillis()));
    }

    /** All errors, the first first. */
    public synchronized List<ErrorCount> all() {
        return new ArrayList<>(counts.values());
    }
}
