package io.lambdafs.authentication;

import io.lambdafs.wire.authentication.Credential;
import io.lambdafs.wire.authentication.SigningKey;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key of services that may speak for anybody: gateways, and programs of whoever runs the cluster. Immutable.
 *
 * @param number tells the keys of a cluster apart; at least 1
 * @param secret {@value #SECRET_BYTES} random bytes, in hexadecimal digits
 */
public record ServiceKey(int number, String secret) {
    /** How long a secret is. */
    public static final int SECRET_BYTES = 32;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}):([0-9a-f]{" + 2 * SECRET_BYTES + "})");

    public ServiceKey {
        if (number < 1 || secret.length() != 2 * SECRET_BYTES) {
            throw new IllegalArgumentException("a service key has a number of at least 1, and a secret of "
                    + SECRET_BYTES + " bytes in hexadecimal digits");
        }
    }

    /** A new one. */
    public static ServiceKey random(int number) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new ServiceKey(number, HexFormat.of().formatHex(secret));
    }

    /**
     * Reads {@link #text}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static ServiceKey parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no service key, which looks like 1:0123…, a number and "
                    + 2 * SECRET_BYTES + " hexadecimal digits");
        }
        return new ServiceKey(Integer.parseInt(matcher.group(1)), matcher.group(2));
    }

    /** As it stands in a file that only its owner can read. */
    public String text() {
        return number + ":" + secret;
    }

    /** What signs requests. */
    public SigningKey signing() {
        return new SigningKey(credential(number), HexFormat.of().parseHex(secret));
    }

    /** What a request names that is signed with the key of this number. */
    public static Credential credential(int number) {
        return new Credential(
                Credential.Kind.SERVICE_KEY,
                ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return "service key " + number;
    }
}
