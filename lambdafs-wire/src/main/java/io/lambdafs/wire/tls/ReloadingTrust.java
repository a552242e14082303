package io.lambdafs.wire.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the authorities that are in a file at the time of each handshake. Thread-safe. */
final class ReloadingTrust extends X509ExtendedTrustManager {
    private final Path file;
    private final Reloaded<X509ExtendedTrustManager> trust;

    /**
     * Trusts the authorities in this file.
     *
     * @param warnings takes a message when the file has changed and cannot be used
     * @throws IOException if it cannot be used now
     */
    ReloadingTrust(Path file, LongSupplier nanoTime, Consumer<String> warnings) throws IOException {
        this.file = file;
        this.trust = new Reloaded<>(() -> TrustedAuthorities.read(file), nanoTime, warnings, file);
    }

    /** One way to check a chain. */
    private interface Check {
        void by(X509ExtendedTrustManager trust) throws CertificateException;
    }

    private void check(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.by(trust.get());
        } catch (CertificateException e) {
            throw new CertificateException(TlsFailure.ofCertificate(e, chain, file), e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, by -> by.checkServerTrusted(chain, authType, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, by -> by.checkServerTrusted(chain, authType, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, by -> by.checkServerTrusted(chain, authType));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain, by -> by.checkClientTrusted(chain, authType, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain, by -> by.checkClientTrusted(chain, authType, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain, by -> by.checkClientTrusted(chain, authType));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.get().getAcceptedIssuers();
    }
}
