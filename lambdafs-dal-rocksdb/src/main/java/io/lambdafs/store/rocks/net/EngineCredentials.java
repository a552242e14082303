package io.lambdafs.store.rocks.net;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a client shows an engine, and what it asks of it.
 *
 * @param role what the client wants to do
 * @param secret of the role
 * @param tls encrypts the connection and checks the engine's certificate; empty to speak without
 */
public record EngineCredentials(ClientRole role, Secret secret, Optional<EngineTls> tls) {
    public EngineCredentials {
        requireNonNull(role, "role");
        requireNonNull(secret, "secret");
        requireNonNull(tls, "tls");
    }

    /** The engine's owner, without encryption. */
    public static EngineCredentials of(Secret secret) {
        return new EngineCredentials(ClientRole.OWNER, secret, Optional.empty());
    }

    /** The same with encryption. */
    public EngineCredentials with(EngineTls encryption) {
        return new EngineCredentials(role, secret, Optional.of(encryption));
    }
}
