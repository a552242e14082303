package io.lambdafs.client;

import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** What a function gets by HTTP to connect back over TCP: the client's id, its addresses and a secret. */
final class TcpOffer {
    private final UUID client;
    private final List<String> endpoints;
    private final String secret;
    private final String certificate;

    /** An offer of a connection that is not encrypted. */
    TcpOffer(UUID client, String endpoint, String secret) {
        this(client, endpoint, secret, "");
    }

    /** An offer of a connection over TLS, if there is the digest of a certificate. */
    TcpOffer(UUID client, String endpoint, String secret, String certificate) {
        this.certificate = certificate;
        this.client = client;
        this.endpoints = Collections.singletonList(endpoint);
        this.secret = secret;
    }

    UUID client() {
        return client;
    }

    /** Addresses as {@code host:port}, to be tried in this order. */
    List<String> endpoints() {
        return endpoints;
    }

    /** The SHA-256 of the client's certificate, encoded as the secret is; empty for a connection that is not encrypted. */
    String certificate() {
        return certificate;
    }

    /** The secret in URL-safe Base64 without padding. */
    String secret() {
        return secret;
    }
}
