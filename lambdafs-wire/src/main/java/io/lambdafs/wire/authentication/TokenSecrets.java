package io.lambdafs.wire.authentication;

/**
 * How a gateway asks NameNodes for the secret of a delegation token. The request is Hadoop's {@code CancelDelegationTokenRequestProto} with the
 * token's identifier, the response its {@code GetDelegationTokenResponseProto}.
 */
public final class TokenSecrets {
    /** The method's name; ClientProtocol has none like it. */
    public static final String METHOD = "getDelegationTokenSecret";

    private TokenSecrets() {}
}
