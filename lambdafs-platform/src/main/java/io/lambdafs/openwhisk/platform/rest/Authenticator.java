package io.lambdafs.openwhisk.platform.rest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Checks Basic authentication against the one key. */
final class Authenticator {
    private static final String SCHEME = "Basic ";

    private final byte[] expected;

    Authenticator(String auth) {
        expected = auth.getBytes(StandardCharsets.UTF_8);
    }

    void require(@Nullable String header) {
        if (header == null) {
            throw new RestException(
                    401, "The resource requires authentication, which was not supplied with the request");
        }
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()) || !matches(header)) {
            throw new RestException(401, "The supplied authentication is invalid");
        }
    }

    private boolean matches(String header) {
        try {
            byte[] given =
                    Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
            return MessageDigest.isEqual(given, expected);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
