package io.lambdafs.openwhisk.action;

import io.lambdafs.container.http.RequestReads;
import io.lambdafs.container.http.SecretHash;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a caller must know before an instance takes its call. A platform that can send a header names the instance in each call.
 * OpenWhisk cannot: there {@code /init} must bring the secret as the action's code, and each {@code /run} as a parameter, both of
 * which OpenWhisk's controller keeps with the action and nobody without the platform's key can see.
 *
 * @param name the instance's secret name, which a header must have; empty: no header is asked for
 * @param sha256 SHA-256 of the container's secret in hexadecimal digits, so that an image does not hold the secret itself; empty:
 *     neither {@code /init} nor {@code /run} has to bring one
 */
public record InstanceSecret(String name, String sha256) {
    /** Environment variable with the secret name by which the platform knows the instance. */
    public static final String NAME_VARIABLE = "ACTION_INSTANCE";

    /** Environment variable with the SHA-256 of the container's secret. */
    public static final String SHA256_VARIABLE = "ACTION_SECRET_SHA256";

    /** The header in which a platform says which instance a call is meant for. */
    public static final String HEADER = "X-Action-Instance";

    /** The parameter in which each activation brings the container's secret. */
    public static final String PARAMETER = "action-secret";

    /** Every call from this machine is taken that no web page has made. */
    public static final InstanceSecret NONE = new InstanceSecret("", "");

    public InstanceSecret {
        if (!sha256.isEmpty() && !sha256.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(SHA256_VARIABLE + " must be 64 hexadecimal digits, but is " + sha256);
        }
    }

    /**
     * The secret that the environment names.
     *
     * @throws IllegalArgumentException if there is none: a caller that reaches the port could then do anything
     */
    static InstanceSecret fromEnvironment(Map<String, String> environment) {
        InstanceSecret secret = new InstanceSecret(
                environment.getOrDefault(NAME_VARIABLE, ""),
                environment.getOrDefault(SHA256_VARIABLE, "").toLowerCase(Locale.ROOT));
        if (secret.equals(NONE)) {
            throw new IllegalArgumentException("neither " + NAME_VARIABLE + " nor " + SHA256_VARIABLE
                    + " is set, so that anybody could call this instance; 'lambdafs image' sets the second one");
        }
        return secret;
    }

    /** The value of {@value #SHA256_VARIABLE} for a secret. */
    public static String sha256(String secret) {
        return SecretHash.sha256(secret);
    }

    /** Whether a caller that {@link #isNamedBy names} the instance has shown a secret by that. */
    boolean isInHead() {
        return !name.isEmpty();
    }

    /** How long a caller may take to show it. */
    RequestReads.Limits limits() {
        return isInHead() ? RequestReads.Limits.secretInHead() : RequestReads.Limits.secretInBody();
    }

    /** Whether a call with this header is meant for this instance. */
    boolean isNamedBy(@Nullable String header) {
        return name.isEmpty() || (header != null && SecretHash.isEqual(header, name));
    }

    /** Whether this is the container's secret, or none is asked for. */
    boolean isProvenBy(Optional<String> secret) {
        return sha256.isEmpty() || secret.filter(new SecretHash(sha256)::isOf).isPresent();
    }

    @Override
    public String toString() {
        return "InstanceSecret[]";
    }
}
