package io.lambdafs.client.platform;

import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Paths;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Whose certificates are trusted at a platform. Java checks that the certificate is for the host. Thread-safe. */
public final class PlatformTrust {
    /** Trusts the authorities that Java trusts. */
    public static final PlatformTrust OF_JAVA = new PlatformTrust(null);

    /** One, because Java keeps connections apart by it. */
    private final @Nullable SSLSocketFactory sockets;

    private PlatformTrust(@Nullable SSLSocketFactory sockets) {
        this.sockets = sockets;
    }

    /**
     * Trusts the authorities in this file, which is read again when it changes.
     *
     * @param file with their certificates in PEM; empty: the authorities that Java trusts
     * @param warnings takes a message when it has changed and cannot be used
     * @throws IOException if it cannot be used now
     */
    public static PlatformTrust in(String file, LongSupplier nanoTime, Consumer<String> warnings) throws IOException {
        if (file.isEmpty()) {
            return OF_JAVA;
        }
        try {
            return new PlatformTrust(
                    TlsContexts.client(Paths.get(file), nanoTime, warnings).getSocketFactory());
        } catch (IOException e) {
            throw new IOException(PlatformKeys.TRUSTSTORE + ": " + e.getMessage(), e);
        }
    }

    /** Has a connection that is not open yet trust nobody else. */
    public void applyTo(HttpURLConnection connection) {
        if (sockets != null && connection instanceof HttpsURLConnection) {
            ((HttpsURLConnection) connection).setSSLSocketFactory(sockets);
        }
    }
}
