package io.lambdafs.gateway.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Connections to a web server that have asked for a page, and take very little of it. Their system keeps little for them, too. */
final class SlowReaders implements AutoCloseable {
    private static final int BUFFER_BYTES = 1_024;
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int CHUNK_BYTES = 1 << 16;

    private final List<Socket> sockets = new ArrayList<>();

    private SlowReaders() {}

    /** Opens so many, which ask for the pages in turn. They do not ask the server to end the connection. */
    static SlowReaders open(URI server, int count, List<String> pages) throws IOException {
        SlowReaders readers = new SlowReaders();
        try {
            for (int i = 0; i < count; i++) {
                Socket socket = new Socket();
                readers.sockets.add(socket);
                socket.setReceiveBufferSize(BUFFER_BYTES);
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), PATIENCE_MILLIS);
                String request = "GET " + pages.get(i % pages.size()) + " HTTP/1.1\r\nHost: " + server.getAuthority()
                        + "\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            }
            return readers;
        } catch (IOException e) {
            readers.close();
            throw e;
        }
    }

    /** Each takes a byte, if there is one; then a second passes. */
    void readAByte() throws IOException, InterruptedException {
        for (Socket socket : sockets) {
            try {
                if (socket.getInputStream().available() > 0
                        && socket.getInputStream().read() < 0) {
                    throw new IOException("a byte that is available cannot be read");
                }
            } catch (SocketException ended) {
                // The server may end it at any time.
                socket.close();
            }
        }
        TimeUnit.SECONDS.sleep(1);
    }

    /** Each takes all that there is; says how many of them the server has ended. */
    int readToTheEnd() throws IOException {
        int ended = 0;
        for (Socket socket : sockets) {
            if (hasEnd(socket)) {
                ended++;
            }
        }
        return ended;
    }

    private static boolean hasEnd(Socket socket) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            int read = 0;
            while (read >= 0 && !socket.isClosed()) {
                read = socket.getInputStream().read(chunk);
            }
            return true;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
