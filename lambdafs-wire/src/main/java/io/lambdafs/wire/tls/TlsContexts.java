package io.lambdafs.wire.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS with certificates in files.
 *
 * <p>Each handshake uses what the files hold then, so that certificates are replaced without a restart. A client asks for a full
 * handshake if its last one was more than a few seconds ago, because a resumed session checks no certificate.
 */
public final class TlsContexts {
    /** The only version that servers of λFS speak. */
    public static final String VERSION = "TLSv1.3";

    private static final int RESUMPTION_SECONDS = 5;

    private TlsContexts() {}

    /**
     * For servers, which show the certificate in this file.
     *
     * @param certificate the server's certificate, then those of its issuers but the last, in PEM
     * @param key its private key, in PKCS #8 and PEM
     * @param warnings takes a message when a file has changed and cannot be used
     * @throws IOException if a file cannot be used now; the message says why, and what to do
     */
    public static SSLContext server(Path certificate, Path key, LongSupplier nanoTime, Consumer<String> warnings)
            throws IOException {
        return context(new ReloadingKeys(certificate, key, nanoTime, warnings), null);
    }

    /**
     * For clients, which trust servers with a certificate of these authorities. Checks no host names by itself: the caller asks
     * for that, as Java's HTTP clients do.
     *
     * @param authorities their certificates in PEM
     * @param warnings takes a message when the file has changed and cannot be used
     * @throws IOException if the file cannot be used now; the message says why, and what to do
     */
    public static SSLContext client(Path authorities, LongSupplier nanoTime, Consumer<String> warnings)
            throws IOException {
        return context(null, new ReloadingTrust(authorities, nanoTime, warnings));
    }

    /**
     * For a server whose clients know its certificate by its SHA-256.
     *
     * @throws IOException if this Java has no TLS 1.3
     */
    public static SSLContext server(Identity identity) throws IOException {
        return context(new FixedKeys(identity), null);
    }

    /**
     * For a client that trusts one certificate.
     *
     * @param digest its SHA-256
     * @throws IOException if this Java has no TLS 1.3
     */
    public static SSLContext pinned(byte[] digest) throws IOException {
        return context(null, new PinnedTrust(digest));
    }

    static SSLContext context(@Nullable KeyManager keys, @Nullable TrustManager trust) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance(VERSION);
            context.init(
                    keys == null ? new KeyManager[0] : new KeyManager[] {keys},
                    trust == null ? new TrustManager[0] : new TrustManager[] {trust},
                    null);
            context.getClientSessionContext().setSessionTimeout(RESUMPTION_SECONDS);
            return context;
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("This Java has no TLS 1.3: use Java 11 or later, or 8u261 or later", e);
        } catch (KeyManagementException e) {
            throw unusable(e);
        }
    }

    private static IOException unusable(GeneralSecurityException cause) {
        return new IOException("TLS cannot be used: " + cause.getMessage(), cause);
    }
}
