package io.lambdafs.openwhisk.platform;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * The files of the certificate with which a platform serves HTTPS, in PEM. They are read again when they change.
 *
 * @param certificate the certificate, then those of its issuers; empty for HTTP
 * @param key its private key, in PKCS #8; empty for HTTP
 */
public record HttpsFiles(String certificate, String key) {
    /** For a platform that serves HTTP. */
    public static final HttpsFiles NONE = new HttpsFiles("", "");

    public HttpsFiles {
        requireNonNull(certificate, "certificate");
        requireNonNull(key, "key");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException("https.certificate and https.key go together: set both or none");
        }
    }

    /** Whether there is a certificate. */
    @JsonIgnore
    public boolean isPresent() {
        return !certificate.isEmpty();
    }

    /**
     * TLS with the certificate; empty for HTTP.
     *
     * @param warnings takes a message when a file has changed and cannot be used
     * @throws IOException if a file cannot be used now
     */
    Optional<SSLContext> open(Consumer<String> warnings) throws IOException {
        return isPresent()
                ? Optional.of(TlsContexts.server(Path.of(certificate), Path.of(key), System::nanoTime, warnings))
                : Optional.empty();
    }
}
