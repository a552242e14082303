package io.lambdafs.figures;

import io.lambdafs.store.StoreConfig;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * Counts how often PostgreSQL's driver sends something, after each of which it waits for the answer. The driver makes one by
 * its name, so the count is one for the process.
 */
public final class CountingSockets extends SocketFactory {
    private static final AtomicLong SENT = new AtomicLong();

    /** The same store, by connections that are counted. */
    public static StoreConfig counted(StoreConfig config) {
        String separator = config.url().contains("?") ? "&" : "?";
        return new StoreConfig(
                config.url() + separator + "socketFactory=" + CountingSockets.class.getName(),
                config.user(),
                config.password(),
                config.maxConnections(),
                config.bounds());
    }

    public static long sent() {
        return SENT.get();
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public OutputStream getOutputStream() throws IOException {
                return new FilterOutputStream(super.getOutputStream()) {
                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        SENT.incrementAndGet();
                        out.write(bytes, offset, length);
                    }
                };
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw connectedElsewhere();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw connectedElsewhere();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw connectedElsewhere();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw connectedElsewhere();
    }

    private static UnsupportedOperationException connectedElsewhere() {
        return new UnsupportedOperationException("the driver connects its sockets itself");
    }
}
