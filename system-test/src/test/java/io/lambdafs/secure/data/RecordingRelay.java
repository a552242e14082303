package io.lambdafs.secure.data;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between clients and DataNodes, and keeps the bytes of both directions. A client that comes through {@link RelayedSockets} first
 * says where it wants to go.
 */
final class RecordingRelay implements AutoCloseable {
    private static final int BACKLOG = 50;
    private static final int BOUND_MILLIS = 30_000;

    private final ServerSocket server;
    private final List<ByteArrayOutputStream> heard = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    RecordingRelay() throws IOException {
        server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** How many bytes went through. */
    long count() {
        return heard.stream().mapToLong(RecordingRelay::size).sum();
    }

    private static long size(ByteArrayOutputStream bytes) {
        synchronized (bytes) {
            return bytes.size();
        }
    }

    /** Whether these bytes went through, one after the other in one direction of one connection. */
    boolean saw(byte[] wanted) {
        return heard.stream().anyMatch(bytes -> contains(bytes, wanted));
    }

    private static boolean contains(ByteArrayOutputStream bytes, byte[] wanted) {
        byte[] all;
        synchronized (bytes) {
            all = bytes.toByteArray();
        }
        for (int at = 0; at + wanted.length <= all.length; at++) {
            int same = 0;
            while (same < wanted.length && all[at + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    private void accept() throws IOException {
        while (!server.isClosed()) {
            Socket client = server.accept();
            open.add(client);
            start(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        client.setSoTimeout(BOUND_MILLIS);
        // Unbuffered: what comes after it is the client's.
        DataInputStream preface = new DataInputStream(client.getInputStream());
        Socket target = new Socket(preface.readUTF(), preface.readInt());
        target.setSoTimeout(BOUND_MILLIS);
        open.add(target);
        start(() -> pump(client.getInputStream(), target));
        start(() -> pump(target.getInputStream(), client));
    }

    private void pump(InputStream from, Socket to) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        heard.add(kept);
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[1 << 16];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            synchronized (kept) {
                kept.write(buffer, 0, count);
            }
            out.write(buffer, 0, count);
        }
        to.shutdownOutput();
    }

    /** Work that ends when a socket is closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // By either end; what went through is kept.
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
