package io.lambdafs.client.platform;

import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.wire.tls.TlsFailure;
import java.io.IOException;
import java.util.Optional;

/** What a connection to a platform that broke, or did not come about, means to the caller. */
final class ConnectionFailure {
    private ConnectionFailure() {}

    /**
     * What it means.
     *
     * @param url the platform's address
     */
    static TransportException of(String url, IOException failure) {
        Optional<String> tls = TlsFailure.explain(failure, url);
        if (tls.isPresent()) {
            // A server that shows a wrong certificate, or none, will do so the next time.
            Kind kind = TlsFailure.isLasting(failure) ? Kind.FINAL : Kind.LOST;
            return new TransportException(kind, url + ": " + tls.get());
        }
        String message = String.valueOf(failure.getMessage());
        boolean brokeOff = message.contains("Unexpected end of file") || message.contains("Invalid Http response");
        return new TransportException(
                Kind.LOST,
                url + ": " + message
                        + (brokeOff && url.startsWith("http:")
                                ? ". If the platform serves HTTPS, use its https:// address, and set "
                                        + PlatformKeys.TRUSTSTORE
                                : ""));
    }
}
