package io.lambdafs.wire.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A server that gives each connection one byte back, and clients of it. */
final class EchoTls implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private static final byte[] REFUSAL = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket server;
    private final boolean echoes;

    /** A server over TLS. */
    static EchoTls over(SSLContext context) throws IOException {
        SSLServerSocket socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setEnabledProtocols(new String[] {TlsContexts.VERSION});
        return new EchoTls(socket, true);
    }

    /** A server without, which answers as an HTTP server does that understands nothing. */
    static EchoTls plain() throws IOException {
        return new EchoTls(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), false);
    }

    private EchoTls(ServerSocket server, boolean echoes) {
        this.server = server;
        this.echoes = echoes;
        Thread thread = new Thread(this::serve, "echo-tls");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                int first = socket.getInputStream().read();
                socket.getOutputStream().write(echoes ? new byte[] {(byte) first} : REFUSAL);
            } catch (IOException refused) {
                // The client has the other half of what went wrong.
            }
        }
    }

    int port() {
        return server.getLocalPort();
    }

    String address() {
        return "127.0.0.1:" + port();
    }

    /** Has a byte echoed, and returns the session. */
    SSLSocket call(SSLContext context, String host) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.getOutputStream().write(1);
            if (socket.getInputStream().read() != 1) {
                throw new IOException("nothing came back");
            }
            return socket;
        }
    }

    /** The same without TLS: what comes back, −1 for nothing. */
    int callPlainly() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
