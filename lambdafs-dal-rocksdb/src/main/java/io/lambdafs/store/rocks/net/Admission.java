package io.lambdafs.store.rocks.net;

import java.util.Map;
import java.util.Optional;

/**
 * Whom a server lets in, and whether it encrypts.
 *
 * @param secrets the secret of each role that clients may have; a role without one is refused
 * @param tls encrypts all connections; empty to speak without
 */
public record Admission(Map<ClientRole, Secret> secrets, Optional<EngineTls> tls) {
    public Admission {
        secrets = Map.copyOf(secrets);
        if (!secrets.containsKey(ClientRole.OWNER)) {
            throw new IllegalArgumentException("a server without a secret of its owner lets nobody administer it");
        }
    }

    /** Lets in everybody who knows the owner's secret, without encryption. */
    public static Admission of(Secret owner) {
        return new Admission(Map.of(ClientRole.OWNER, owner), Optional.empty());
    }

    /** The same with encryption. */
    public Admission with(EngineTls encryption) {
        return new Admission(secrets, Optional.of(encryption));
    }
}
