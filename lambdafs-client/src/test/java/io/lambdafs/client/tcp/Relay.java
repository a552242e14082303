package io.lambdafs.client.tcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Somebody between the two ends of one connection, who passes all bytes on and keeps them. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final String target;
    private volatile boolean over;

    Relay(String target) throws IOException {
        this.target = target;
        start(this::relay);
    }

    String endpoint() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** All bytes of both directions, each as one character. */
    String seen() {
        synchronized (kept) {
            return kept.toString(StandardCharsets.ISO_8859_1);
        }
    }

    int bytes() {
        synchronized (kept) {
            return kept.size();
        }
    }

    boolean isOver() {
        return over;
    }

    private void relay() {
        int colon = target.lastIndexOf(':');
        try (Socket one = listening.accept();
                Socket other = new Socket(target.substring(0, colon), Integer.parseInt(target.substring(colon + 1)))) {
            start(() -> pass(one, other));
            pass(other, one);
        } catch (IOException closed) {
            over = true;
        }
        over = true;
    }

    private void pass(Socket from, Socket to) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] bytes = new byte[64 * 1024];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                synchronized (kept) {
                    kept.write(bytes, 0, count);
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException closed) {
            over = true;
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
