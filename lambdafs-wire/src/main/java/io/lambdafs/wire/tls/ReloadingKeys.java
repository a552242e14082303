package io.lambdafs.wire.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows the certificate that is in a file at the time of each handshake. Thread-safe. */
final class ReloadingKeys extends X509ExtendedKeyManager {
    private static final String PREFIX = "identity-";

    private final Reloaded<Identity> identity;
    private volatile Shown latest;
    private volatile Shown before;

    /** An identity and the name by which a handshake asks for its parts. */
    private static final class Shown {
        private final String alias;
        private final Identity identity;

        Shown(String alias, Identity identity) {
            this.alias = alias;
            this.identity = identity;
        }
    }

    /**
     * Shows the certificate in this file.
     *
     * @param warnings takes a message when the files have changed and cannot be used
     * @throws IOException if they cannot be used now
     */
    ReloadingKeys(Path certificate, Path key, LongSupplier nanoTime, Consumer<String> warnings) throws IOException {
        identity = new Reloaded<>(() -> Identity.read(certificate, key), nanoTime, warnings, certificate, key);
        latest = new Shown(PREFIX + 0, identity.get());
        before = latest;
    }

    /** A handshake asks for the key and for the certificate one after the other, and must get two that fit. */
    private @Nullable String choose(String keyType) {
        Identity now = identity.get();
        Shown shown = latest;
        if (shown.identity != now) {
            shown = replace(now);
        }
        String algorithm = now.key().getAlgorithm();
        return algorithm.equals(keyType) || keyType.startsWith(algorithm + "_") || keyType.endsWith("_" + algorithm)
                ? shown.alias
                : null;
    }

    private synchronized Shown replace(Identity now) {
        if (latest.identity != now) {
            int number = Integer.parseInt(latest.alias.substring(PREFIX.length()));
            before = latest;
            latest = new Shown(PREFIX + (number + 1), now);
        }
        return latest;
    }

    private Identity named(String alias) {
        Shown earlier = before;
        return earlier.alias.equals(alias) ? earlier.identity : latest.identity;
    }

    private @Nullable String chooseAny(String[] keyTypes) {
        for (String keyType : keyTypes) {
            String alias = choose(keyType);
            if (alias != null) {
                return alias;
            }
        }
        return null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return choose(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(keyType);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseAny(keyTypes);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseAny(keyTypes);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return named(alias).chain();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return named(alias).key();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = choose(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return getClientAliases(keyType, issuers);
    }
}
