package io.lambdafs.wire.tls;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why a TLS connection did not come about, and what to do about it. */
public final class TlsFailure {
    private static final int MAX_CAUSES = 20;

    private TlsFailure() {}

    /**
     * What to tell the user about this failure of a connection; empty if it has nothing to do with TLS.
     *
     * @param peer the address that was connected to
     */
    public static Optional<String> explain(Throwable failure, String peer) {
        CertificateException refused = find(failure, CertificateException.class);
        if (refused != null) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
        SSLException tls = find(failure, SSLException.class);
        if (tls == null) {
            return Optional.empty();
        }
        String message = String.valueOf(tls.getMessage());
        if (isPlainPeer(tls)) {
            return Optional.of(peer + " does not speak TLS. Use an http:// address, or have it serve HTTPS.");
        }
        if (message.contains("protocol_version") || message.contains("No appropriate protocol")) {
            return Optional.of(
                    peer + " and this Java have no version of TLS in common. Use a Java with TLS 1.3: 11, or 8u261.");
        }
        // A server that waits for a line ends a connection on which none comes.
        boolean mayBePlain = message.contains("terminated the handshake");
        return Optional.of("The TLS connection to " + peer + " failed: " + message
                + (mayBePlain ? ". If it does not serve HTTPS, use its http:// address." : ""));
    }

    /** Whether the same would happen the next time: the peer has a certificate that is not trusted, or does not speak TLS. */
    public static boolean isLasting(Throwable failure) {
        SSLException tls = find(failure, SSLException.class);
        return find(failure, CertificateException.class) != null || (tls != null && isPlainPeer(tls));
    }

    private static boolean isPlainPeer(SSLException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("Unsupported or unrecognized") || message.contains("plaintext connection");
    }

    /** What to tell the user about a certificate that is not trusted. */
    static String ofCertificate(CertificateException failure, X509Certificate[] chain, Path authorities) {
        String name = chain.length == 0
                ? "nobody"
                : chain[0].getSubjectX500Principal().getName();
        if (find(failure, CertificateExpiredException.class) != null
                || find(failure, CertificateNotYetValidException.class) != null) {
            return "The certificate of " + name + " is valid from "
                    + chain[0].getNotBefore().toInstant() + " to "
                    + chain[0].getNotAfter().toInstant()
                    + " only. Renew it at the peer, with 'lambdafs certificates --renew', or correct the clock.";
        }
        String reason = String.valueOf(failure.getMessage());
        if (reason.contains("subject alternative")) {
            return "The certificate of " + name + " is for other hosts: " + reason
                    + ". Use an address that it names, or renew it with 'lambdafs certificates --renew --host NAME'.";
        }
        return "The certificate of " + name + ", issued by "
                + (chain.length == 0
                        ? "nobody"
                        : chain[0].getIssuerX500Principal().getName())
                + ", comes from no authority in " + authorities
                + ". Put the certificate of the stack's authority there: security/ca.crt in its data directory. ("
                + reason
                + ")";
    }

    /** Why a file cannot be used, in a few words. */
    static String reason(Exception failure) {
        if (failure instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (failure instanceof AccessDeniedException) {
            return "this user may not read it";
        }
        return String.valueOf(failure.getMessage());
    }

    private static <T> @Nullable T find(Throwable failure, Class<T> type) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            cause = cause.getCause();
        }
        return null;
    }
}
