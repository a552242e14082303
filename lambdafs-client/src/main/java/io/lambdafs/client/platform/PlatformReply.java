package io.lambdafs.client.platform;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a platform answered: a status, some headers and a body. */
final class PlatformReply {
    private static final long NONE = -1;

    private final int status;
    private final byte[] body;
    private final long retryAfterMillis;
    private final UnaryOperator<@Nullable String> headers;

    PlatformReply(int status, byte[] body, UnaryOperator<@Nullable String> headers) {
        this.status = status;
        this.body = body;
        this.headers = headers;
        this.retryAfterMillis = millis(headers.apply("Retry-After"));
    }

    /** A date, which is allowed too, would compare the clocks of two machines. */
    private static long millis(@Nullable String header) {
        return header != null && header.matches("[0-9]{1,6}")
                ? TimeUnit.SECONDS.toMillis(Long.parseLong(header))
                : NONE;
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    /** After which time to come back, as the platform says; 0 if it does not, or not in seconds. */
    long retryAfterMillis() {
        return Math.max(0, retryAfterMillis);
    }

    /** Whether it says to come back at once: somebody else will answer. */
    boolean asksToComeBackAtOnce() {
        return retryAfterMillis == 0;
    }

    /** Where a redirect leads. */
    String location() {
        String location = headers.apply("Location");
        return location == null ? "nowhere" : location;
    }

    /** AWS's name of an error. */
    String errorType() {
        String type = headers.apply("x-amzn-ErrorType");
        // The name may be followed by an address.
        return type == null ? "an error" : type.split(":", 2)[0];
    }

    /** Whether Lambda says that the function failed. */
    boolean hasFunctionError() {
        return headers.apply("X-Amz-Function-Error") != null;
    }
}
