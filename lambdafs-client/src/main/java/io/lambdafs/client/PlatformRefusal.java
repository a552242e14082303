package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.wire.ErrorCode;
import java.io.IOException;

/** What each status other than success means, as OpenWhisk uses it. */
final class PlatformRefusal {
    private static final int MAX_ERROR_CHARS = 500;

    private PlatformRefusal() {}

    static TransportException of(String url, PlatformRest.Reply reply) {
        String error = error(reply);
        switch (reply.status()) {
            case 401:
                return refused(
                        ErrorCode.UNAUTHENTICATED,
                        url + " does not accept the key in " + ClientKey.OPENWHISK_AUTH.key() + ": " + error);
            case 403:
                return refused(ErrorCode.UNAUTHENTICATED, url + " refuses access: " + error);
            case 413:
                return refused(ErrorCode.TOO_LARGE, url + " takes no request of this size: " + error);
            case 429:
                return new TransportException(Kind.THROTTLED, url + " refuses the call: " + error);
            case 503:
                return new TransportException(Kind.BUSY, url + " is busy: " + error);
            case 502:
                return failedFunction(error);
            default:
                return reply.status() >= 500
                        ? new TransportException(Kind.LOST, url + " failed: " + error)
                        : refused(ErrorCode.IO_ERROR, url + " answered " + reply.status() + ": " + error);
        }
    }

    /** 502 covers a crash, which a resubmission survives, and what no resubmission can change. */
    private static TransportException failedFunction(String error) {
        if (error.contains("exceeded the allowed length")) {
            return refused(ErrorCode.TOO_LARGE, "The answer is too large for HTTP: " + error);
        }
        if (error.startsWith("malformed request")) {
            return refused(ErrorCode.MALFORMED_REQUEST, "The function does not understand this client: " + error);
        }
        return new TransportException(Kind.LOST, "The function failed: " + error);
    }

    private static TransportException refused(ErrorCode code, String message) {
        return new TransportException(Kind.FINAL, code, message);
    }

    private static String error(PlatformRest.Reply reply) {
        String status = "status " + reply.status();
        try {
            String error = new InvocationJson().answer(reply.body()).error();
            return error == null ? status : shorten(error);
        } catch (IOException e) {
            return status;
        }
    }

    static String shorten(String text) {
        return text.length() <= MAX_ERROR_CHARS ? text : text.substring(0, MAX_ERROR_CHARS) + "…";
    }
}
