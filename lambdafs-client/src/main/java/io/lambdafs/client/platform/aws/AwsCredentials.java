package io.lambdafs.client.platform.aws;

import org.jspecify.annotations.Nullable;

/** An access key of AWS: the caller's id, and the secret that proves it. Immutable. */
public final class AwsCredentials {
    private final String accessKeyId;
    private final String secretAccessKey;
    private final @Nullable String sessionToken;

    /**
     * An access key.
     *
     * @param sessionToken comes with keys that expire; null for others
     */
    public AwsCredentials(String accessKeyId, String secretAccessKey, @Nullable String sessionToken) {
        this.accessKeyId = accessKeyId;
        this.secretAccessKey = secretAccessKey;
        this.sessionToken = sessionToken == null || sessionToken.isEmpty() ? null : sessionToken;
    }

    String accessKeyId() {
        return accessKeyId;
    }

    String secretAccessKey() {
        return secretAccessKey;
    }

    @Nullable
    String sessionToken() {
        return sessionToken;
    }

    @Override
    public String toString() {
        return "AwsCredentials[" + accessKeyId + "]";
    }
}
