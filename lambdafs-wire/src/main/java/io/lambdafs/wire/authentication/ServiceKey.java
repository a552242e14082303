package io.lambdafs.wire.authentication;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A key of services that may speak for anybody: gateways, and the administrator's programs. Immutable. */
public final class ServiceKey {
    private static final int SECRET_BYTES = 32;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}):([A-Za-z0-9_-]{43})");

    private final int number;
    private final byte[] secret;

    private ServiceKey(int number, byte[] secret) {
        this.number = number;
        this.secret = secret;
        if (number < 1) {
            throw new IllegalArgumentException("a service key's number is at least 1, not " + number);
        }
    }

    /**
     * A new one, which nobody can guess.
     *
     * @param number tells the keys of a cluster apart; at least 1
     */
    public static ServiceKey random(int number) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new ServiceKey(number, secret);
    }

    /**
     * Reads {@link #text}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static ServiceKey parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "it holds no service key, which is a number, a colon and 43 characters: write one with"
                            + " `lambdafs start --secure`, or copy the cluster's");
        }
        return new ServiceKey(
                Integer.parseInt(matcher.group(1)), Base64.getUrlDecoder().decode(matcher.group(2)));
    }

    public int number() {
        return number;
    }

    /** As it stands in a file that only its owner can read. */
    public String text() {
        return number + ":" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** What signs requests. */
    public SigningKey signing() {
        Credential credential = new Credential(
                Credential.Kind.SERVICE_KEY,
                ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
        return new SigningKey(credential, secret);
    }

    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return "service key " + number;
    }
}
