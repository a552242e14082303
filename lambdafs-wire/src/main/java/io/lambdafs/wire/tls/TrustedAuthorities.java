package io.lambdafs.wire.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Reads the certificates of authorities, and makes what trusts them and nobody else. */
final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /**
     * What trusts the authorities in this file.
     *
     * @throws IOException if it cannot be used; the message says why, and what to do
     */
    static X509ExtendedTrustManager read(Path file) throws IOException {
        List<X509Certificate> authorities = certificates(file);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            for (X509Certificate authority : authorities) {
                store.setCertificateEntry("authority" + number++, authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            for (TrustManager made : factory.getTrustManagers()) {
                if (made instanceof X509ExtendedTrustManager) {
                    return (X509ExtendedTrustManager) made;
                }
            }
            throw new IOException("This Java cannot check certificates: use another one");
        } catch (GeneralSecurityException e) {
            throw unusable(file, e);
        }
    }

    /** The certificates in this file. */
    static List<X509Certificate> certificates(Path file) throws IOException {
        try {
            return PemText.certificates(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException | GeneralSecurityException e) {
            throw unusable(file, e);
        }
    }

    private static IOException unusable(Path file, Exception cause) {
        return new IOException(
                "The file of certificates " + file + " cannot be used: " + TlsFailure.reason(cause)
                        + ". Put certificates in PEM there, readable for this user.",
                cause);
    }
}
