package io.lambdafs.client;

import io.lambdafs.client.platform.PlatformTrust;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * What the platform that runs the functions counts, and its instances. Only λFS's local platform can be asked. Thread-safe.
 */
public final class PlatformMetrics {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int READ_MILLIS = 5_000;
    private static final int MAX_BYTES = 16 << 20;
    private static final int CHUNK_BYTES = 1 << 16;

    private final String url;
    private final @Nullable String authorization;
    private final PlatformTrust trust;

    private PlatformMetrics(String url, @Nullable String authorization, PlatformTrust trust) {
        this.trust = trust;
        this.url = url + "/metrics";
        this.authorization = authorization;
    }

    /**
     * Those of the cluster of a configuration, with the settings of the plugin; empty if the functions run on a kind of platform
     * that cannot be asked.
     *
     * @throws IOException if a setting is unusable
     */
    public static Optional<PlatformMetrics> of(Configuration configuration) throws IOException {
        try {
            ClientConfig config = new ClientConfigSources(configuration, System.getenv()).load();
            if (config.platform() != PlatformKind.OPENWHISK) {
                return Optional.empty();
            }
            SystemEnvironment environment = new SystemEnvironment();
            PlatformTrust trust =
                    PlatformTrust.in(config.text(ClientKey.TRUSTSTORE), environment::nanoTime, environment::warn);
            return Optional.of(new PlatformMetrics(config.openWhiskUrl(), config.authorization(), trust));
        } catch (IllegalArgumentException e) {
            throw new IOException("The λFS client: " + e.getMessage(), e);
        }
    }

    /**
     * Asks now; takes a few seconds at most.
     *
     * @return Prometheus' text format, version 0.0.4
     * @throws IOException if the platform does not answer, or has no metrics, as OpenWhisk's own
     */
    public String read() throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        try {
            trust.applyTo(connection);
            connection.setConnectTimeout(CONNECT_MILLIS);
            connection.setReadTimeout(READ_MILLIS);
            connection.setInstanceFollowRedirects(false);
            if (authorization != null) {
                connection.setRequestProperty("Authorization", authorization);
            }
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException(url + " answers with " + status + ": this platform has no metrics");
            }
            try (InputStream in = connection.getInputStream()) {
                return new String(bounded(in), StandardCharsets.UTF_8);
            }
        } finally {
            connection.disconnect();
        }
    }

    private byte[] bounded(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            bytes.write(chunk, 0, count);
            if (bytes.size() > MAX_BYTES) {
                throw new IOException(url + " answers with more than " + MAX_BYTES + " bytes");
            }
        }
        return bytes.toByteArray();
    }
}
