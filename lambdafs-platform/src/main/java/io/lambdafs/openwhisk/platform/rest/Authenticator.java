package io.lambdafs.openwhisk.platform.rest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Checks the keys that requests show: one does everything, the other one invokes functions. */
final class Authenticator {
    private static final String SCHEME = "Basic ";

    private final byte[] operator;
    private final byte[] callers;

    /** Knows these keys; an empty one of callers is none. */
    Authenticator(String operator, String callers) {
        this.operator = operator.getBytes(StandardCharsets.UTF_8);
        this.callers = callers.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Whether a request's key does everything; false for the key of callers.
     *
     * @throws RestException 401 if it has neither key
     */
    boolean isOperator(@Nullable String header) {
        if (header == null) {
            throw new RestException(
                    401, "The resource requires authentication, which was not supplied with the request");
        }
        byte[] given = key(header);
        boolean isOperator = MessageDigest.isEqual(given, operator);
        boolean isCaller = callers.length > 0 && MessageDigest.isEqual(given, callers);
        if (!isOperator && !isCaller) {
            throw new RestException(401, "The supplied authentication is invalid");
        }
        return isOperator;
    }

    private static byte[] key(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new byte[0];
        }
        try {
            return Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
