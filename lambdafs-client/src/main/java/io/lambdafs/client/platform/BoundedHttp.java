package io.lambdafs.client.platform;

import io.lambdafs.client.hedge.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a function platform by HTTP, with a bound on how many are under way.
 *
 * <p>On HttpURLConnection: it is in every Java since 8 and keeps connections alive. Bodies are streamed, because it sends
 * others again by itself when a connection ends without an answer. That copy would not say that it is one: it could be
 * refused, and the refusal be taken for the outcome, while the first is still to take effect. For that Java looks for a
 * millisecond whether a kept connection has been closed before it is used again.
 */
public final class BoundedHttp {
    /** The largest body that is read: more than any platform lets a function answer. */
    public static final int MAX_BODY_BYTES = 7 * 1024 * 1024;

    /** How often a call that waits for a place looks whether it is cancelled. */
    private static final long LOOK_MILLIS = 50;

    private final int most;
    private final Duration connectTimeout;
    private final PlatformTrust trust;
    private final Semaphore places;

    /**
     * Without anything under way.
     *
     * @param most how many requests may be under way at once; more wait for a place
     * @param connectTimeout how long it may take to connect
     * @param trust whose certificates are trusted
     */
    public BoundedHttp(int most, Duration connectTimeout, PlatformTrust trust) {
        this.trust = trust;
        this.most = most;
        this.connectTimeout = connectTimeout;
        this.places = new Semaphore(most);
    }

    /** A GET; an IOException when it is cancelled. */
    PlatformReply get(String url, Map<String, String> headers, Duration timeout, Cancellation cancellation)
            throws IOException, InterruptedException {
        return exchange(url, headers, null, timeout, cancellation);
    }

    /** A POST; an IOException when it is cancelled. */
    PlatformReply post(
            String url, Map<String, String> headers, byte[] body, Duration timeout, Cancellation cancellation)
            throws IOException, InterruptedException {
        return exchange(url, headers, body, timeout, cancellation);
    }

    private PlatformReply exchange(
            String url,
            Map<String, String> headers,
            byte @Nullable [] body,
            Duration timeout,
            Cancellation cancellation)
            throws IOException, InterruptedException {
        if (!takesPlace(timeout.toMillis(), cancellation)) {
            throw new IOException("all " + most + " HTTP connections are busy (" + PlatformKeys.MAX_CONNECTIONS + ")");
        }
        try {
            HttpURLConnection connection = open(url, timeout);
            headers.forEach(connection::setRequestProperty);
            return cancellable(connection, body, cancellation);
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

    private static PlatformReply cancellable(
            HttpURLConnection connection, byte @Nullable [] body, Cancellation cancellation) throws IOException {
        cancellation.waiting(connection::disconnect);
        try {
            if (cancellation.isCancelled()) {
                throw new IOException("cancelled");
            }
            return exchange(connection, body);
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

    private HttpURLConnection open(String url, Duration timeout) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        trust.applyTo(connection);
        connection.setConnectTimeout((int) Math.min(connectTimeout.toMillis(), Math.max(1, timeout.toMillis())));
        connection.setReadTimeout((int) Math.max(1, timeout.toMillis()));
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        return connection;
    }

    private static PlatformReply exchange(HttpURLConnection connection, byte @Nullable [] body) throws IOException {
        if (body != null) {
            connection.setRequestMethod("POST");
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(body.length);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
        }
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            byte[] answer = in == null ? new byte[0] : readBounded(in, connection);
            return new PlatformReply(status, answer, connection::getHeaderField);
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
        // Java's client takes the end of the connection for the end of the body.
        if (out.size() < connection.getContentLengthLong()) {
            throw new IOException("the answer broke off after " + out.size() + " bytes");
        }
        return out.toByteArray();
    }
}
