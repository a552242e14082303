package io.lambdafs.client;

import io.lambdafs.client.hedge.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the function platform's REST interface, with a bound on how many are under way.
 *
 * <p>On HttpURLConnection: it is in every Java since 8 and keeps connections alive. Bodies are streamed, because it sends
 * others again by itself when a connection ends without an answer. That copy would not say that it is one: it could be
 * refused, and the refusal be taken for the outcome, while the first is still to take effect. For that Java looks for a
 * millisecond whether a kept connection has been closed before it is used again.
 */
final class PlatformRest {
    /** The largest body that is read: twice what the platform lets a function answer. */
    static final int MAX_BODY_BYTES = 2 * 1024 * 1024;

    /** How often a call that waits for a place looks whether it is cancelled. */
    private static final long LOOK_MILLIS = 50;

    private static final String NAMESPACE = "/api/v1/namespaces/_/";

    private final ClientConfig config;
    private final @Nullable String authorization;
    private final Duration connectTimeout;
    private final Semaphore places;

    PlatformRest(ClientConfig config) {
        this.config = config;
        this.authorization = config.authorization();
        this.connectTimeout = config.duration(ClientKey.HTTP_CONNECT_TIMEOUT);
        this.places = new Semaphore(config.number(ClientKey.HTTP_MAX_CONNECTIONS));
    }

    /** What the platform answered: a status and a body. */
    static final class Reply {
        private final int status;
        private final byte[] body;

        Reply(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        int status() {
            return status;
        }

        byte[] body() {
            return body;
        }
    }

    /** A GET below the namespace. */
    Reply get(String resource, Duration timeout) throws IOException, InterruptedException {
        return get(resource, timeout, new Cancellation());
    }

    /** A GET below the namespace; an IOException when it is cancelled. */
    Reply get(String resource, Duration timeout, Cancellation cancellation) throws IOException, InterruptedException {
        return exchange(resource, null, timeout, cancellation);
    }

    /** A POST of JSON below the namespace; an IOException when it is cancelled. */
    Reply post(String resource, byte[] json, Duration timeout, Cancellation cancellation)
            throws IOException, InterruptedException {
        return exchange(resource, json, timeout, cancellation);
    }

    String url() {
        return config.openWhiskUrl();
    }

    private Reply exchange(String resource, byte @Nullable [] json, Duration timeout, Cancellation cancellation)
            throws IOException, InterruptedException {
        if (!takesPlace(timeout.toMillis(), cancellation)) {
            throw new IOException("all " + config.number(ClientKey.HTTP_MAX_CONNECTIONS)
                    + " HTTP connections are busy (" + ClientKey.HTTP_MAX_CONNECTIONS.key() + ")");
        }
        try {
            return cancellable(open(resource, timeout), json, cancellation);
        } finally {
            places.release();
        }
    }

    private boolean takesPlace(long millis, Cancellation cancellation) throws InterruptedException {
        boolean taken = places.tryAcquire();
        for (long left = millis; !taken && left > 0 && !cancellation.isCancelled(); left -= LOOK_MILLIS) {
            taken = places.tryAcquire(Math.min(left, LOOK_MILLIS), TimeUnit.MILLISECONDS);
        }
        return taken;
    }

    private static Reply cancellable(HttpURLConnection connection, byte @Nullable [] json, Cancellation cancellation)
            throws IOException {
        cancellation.waiting(connection::disconnect);
        try {
            if (cancellation.isCancelled()) {
                throw new IOException("cancelled");
            }
            return exchange(connection, json);
        } catch (RuntimeException e) {
            // Java's client may trip over a connection that another thread closes.
            if (cancellation.isCancelled()) {
                throw new IOException("cancelled", e);
            }
            throw e;
        } finally {
            cancellation.over();
        }
    }

    private HttpURLConnection open(String resource, Duration timeout) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(url() + NAMESPACE + resource).toURL().openConnection();
        connection.setConnectTimeout((int) Math.min(connectTimeout.toMillis(), Math.max(1, timeout.toMillis())));
        connection.setReadTimeout((int) Math.max(1, timeout.toMillis()));
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        if (authorization != null) {
            connection.setRequestProperty("Authorization", authorization);
        }
        return connection;
    }

    private static Reply exchange(HttpURLConnection connection, byte @Nullable [] json) throws IOException {
        if (json != null) {
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(json.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(json);
            }
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new Reply(status, in == null ? new byte[0] : readBounded(in, connection));
        }
    }

    private static byte[] readBounded(InputStream in, HttpURLConnection connection) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        byte[] buffer = new byte[8192];
        int read = in.read(buffer);
        while (read >= 0) {
            out.write(buffer, 0, read);
            if (out.size() > MAX_BODY_BYTES) {
                connection.disconnect();
                throw new IOException("the answer is larger than " + MAX_BODY_BYTES + " bytes");
            }
            read = in.read(buffer);
        }
        return out.toByteArray();
    }
}
