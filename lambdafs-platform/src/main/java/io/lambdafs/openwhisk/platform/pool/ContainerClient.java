package io.lambdafs.openwhisk.platform.pool;

import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Calls containers as OpenWhisk's invoker does: HTTP/1.1, a new connection for each call, and a reply that must say its
 * length.
 */
final class ContainerClient {
    private static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int TRUNCATED_BYTES = 1024;

    private final ScheduledExecutorService timer;
    private final int maxReplyBytes;

    ContainerClient(ScheduledExecutorService timer, int maxReplyBytes) {
        this.timer = timer;
        this.maxReplyBytes = maxReplyBytes;
    }

    /** Posts a JSON body and reads the reply, all within the time. */
    ContainerReply post(Instance instance, String path, byte[] body, long millis) throws ContainerException {
        return send(instance, "POST " + path, body, millis);
    }

    /** Gets what is at a path, within the time. */
    ContainerReply get(Instance instance, String path, long millis) throws ContainerException {
        return send(instance, "GET " + path, new byte[0], millis);
    }

    /** Asks for nothing, within the time: the reply, whatever it is, shows that the container lives. */
    ContainerReply ask(Instance instance, long millis) throws ContainerException {
        return send(instance, "GET /init", new byte[0], millis);
    }

    private ContainerReply send(Instance instance, String request, byte[] body, long millis) throws ContainerException {
        AtomicBoolean expired = new AtomicBoolean();
        try (Socket socket = new Socket()) {
            // Closing the socket ends a write as well as a read, which a read timeout does not.
            Future<?> watch = timer.schedule(() -> expire(socket, expired), millis, TimeUnit.MILLISECONDS);
            try {
                connect(socket, instance.address());
                socket.getOutputStream().write(message(instance, request, body));
                return taken(read(new BufferedInputStream(socket.getInputStream(), 8192)));
            } finally {
                watch.cancel(false);
            }
        } catch (IOException e) {
            throw expired.get() ? new ContainerException(ContainerException.Kind.TIMED_OUT, e) : translate(e);
        }
    }

    /* A process that took the port before the instance could bind it has done nothing with the call. */
    private static ContainerReply taken(ContainerReply reply) throws ConnectException {
        if (reply.status() == ActionServerConfig.MISDIRECTED) {
            throw new ConnectException("another instance listens there");
        }
        return reply;
    }

    private static ContainerException translate(IOException e) {
        return new ContainerException(
                e instanceof ConnectException ? ContainerException.Kind.UNREACHABLE : ContainerException.Kind.BROKEN,
                e);
    }

    private static void connect(Socket socket, InetSocketAddress address) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(address);
    }

    private static void expire(Socket socket, AtomicBoolean expired) {
        expired.set(true);
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }

    private static byte[] message(Instance instance, String request, byte[] body) {
        byte[] header = (request + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json\r\nConnection: close\r\n" + InstanceSecret.HEADER
                        + ": "
                        + instance.name() + "\r\nContent-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] message = new byte[header.length + body.length];
        System.arraycopy(header, 0, message, 0, header.length);
        System.arraycopy(body, 0, message, header.length, body.length);
        return message;
    }

    private ContainerReply read(InputStream in) throws IOException {
        int[] budget = {MAX_HEADER_BYTES};
        int status = status(line(in, budget));
        OptionalLong length = OptionalLong.empty();
        for (String line = line(in, budget); !line.isEmpty(); line = line(in, budget)) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = OptionalLong.of(length(lower.substring("content-length:".length())));
            }
        }
        if (length.isEmpty()) {
            throw new IOException("the reply does not say its length");
        }
        return body(in, status, length.getAsLong());
    }

    private ContainerReply body(InputStream in, int status, long length) throws IOException {
        int wanted = (int) (length > maxReplyBytes ? TRUNCATED_BYTES : length);
        byte[] body = in.readNBytes(wanted);
        if (body.length < wanted) {
            throw new EOFException("the reply ends early");
        }
        return new ContainerReply(status, body, length);
    }

    private static int status(String line) throws IOException {
        if (line.matches("HTTP/1\\.[01] \\d{3}.*")) {
            return Integer.parseInt(line.substring(9, 12));
        }
        throw new IOException("the reply is not HTTP");
    }

    private static long length(String text) throws IOException {
        if (text.matches(" *\\d{1,15} *")) {
            return Long.parseLong(text.strip());
        }
        throw new IOException("the length of the reply is not a number");
    }

    private static String line(InputStream in, int[] budget) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(64);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0 || --budget[0] < 0) {
                throw new EOFException("the header of the reply does not end");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
