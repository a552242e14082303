package io.lambdafs.client.platform;

import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;

/** What each status other than success means. */
final class PlatformRefusal {
    private static final int MAX_ERROR_CHARS = 500;

    /** What to do about a message that is too large for a platform whose instances connect back. */
    private static final String LARGER_OVER_TCP = ". Set " + PlatformKeys.TCP_BIND_ADDRESS
            + " to an address that functions can connect to, because over TCP there is more room; or ask for less at a time";

    private PlatformRefusal() {}

    /** As OpenWhisk uses them. */
    static TransportException ofOpenWhisk(String url, PlatformReply reply) {
        InvocationAnswer answer = answer(reply);
        String error = error(reply, answer);
        switch (reply.status()) {
            case 401:
                return refused(
                        ErrorCode.UNAUTHENTICATED,
                        url + " does not accept the key in " + PlatformKeys.OPENWHISK_AUTH + ": " + error);
            case 502:
                return answer.failure(error);
            default:
                return common(url, reply, error);
        }
    }

    /** As functions use them that answer plain HTTP, and what stands in front of them. */
    static TransportException ofPlainHttp(String url, PlatformReply reply) {
        String error = error(reply, answer(reply));
        switch (reply.status()) {
            case 400:
                return refused(ErrorCode.MALFORMED_REQUEST, url + " does not understand this client: " + error);
            case 401:
                return refused(
                        ErrorCode.UNAUTHENTICATED,
                        url + " does not accept the secret in " + PlatformKeys.FUNCTION_SECRET + " or "
                                + PlatformKeys.FUNCTION_SECRET_FILE + ": " + error);
            case 503:
                // An instance that shuts down: the next call reaches another one.
                return reply.asksToComeBackAtOnce()
                        ? new TransportException(Kind.LOST, url + " asks to be called again: " + error)
                        : common(url, reply, error);
            default:
                return common(url, reply, error);
        }
    }

    private static TransportException common(String url, PlatformReply reply, String error) {
        switch (reply.status()) {
            case 403:
                return refused(ErrorCode.UNAUTHENTICATED, url + " refuses access: " + error);
            case 413:
                return refused(ErrorCode.TOO_LARGE, url + " takes no request of this size: " + error + LARGER_OVER_TCP);
            case 429:
                return later(Kind.THROTTLED, url + " refuses the call: " + error, reply);
            case 503:
                return later(Kind.BUSY, url + " is busy: " + error, reply);
            default:
                return reply.status() >= 500
                        ? new TransportException(Kind.LOST, url + " failed: " + error)
                        : refused(ErrorCode.IO_ERROR, url + " answered " + reply.status() + ": " + error);
        }
    }

    private static TransportException later(Kind kind, String message, PlatformReply reply) {
        return new TransportException(kind, ErrorCode.IO_ERROR, message, reply.retryAfterMillis());
    }

    /** The function says that it does not understand the request, which no resubmission can change. */
    static TransportException malformedRequest(String error) {
        return refused(ErrorCode.MALFORMED_REQUEST, "The function does not understand this client: " + error);
    }

    /** An error covers a crash, which a resubmission survives, and an answer that is too large, which none does. */
    static TransportException failedFunction(String error) {
        // OpenWhisk tells it by its text alone.
        if (error.contains("exceeded the allowed length")) {
            return refused(ErrorCode.TOO_LARGE, "The answer is too large for HTTP: " + error + LARGER_OVER_TCP);
        }
        return new TransportException(Kind.LOST, "The function failed: " + error);
    }

    private static TransportException refused(ErrorCode code, String message) {
        return new TransportException(Kind.FINAL, code, message);
    }

    private static InvocationAnswer answer(PlatformReply reply) {
        try {
            return new AnswerJson().answer(reply.body());
        } catch (IOException notJson) {
            return InvocationAnswer.EMPTY;
        }
    }

    private static String error(PlatformReply reply, InvocationAnswer answer) {
        String error = answer.error();
        return error == null ? "status " + reply.status() : shorten(error);
    }

    static String shorten(String text) {
        return text.length() <= MAX_ERROR_CHARS ? text : text.substring(0, MAX_ERROR_CHARS) + "…";
    }
}
