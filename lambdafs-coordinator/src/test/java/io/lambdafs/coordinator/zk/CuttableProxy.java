package io.lambdafs.coordinator.zk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A TCP proxy on loopback whose connections can be cut, and kept from being made again. */
final class CuttableProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int target;
    private volatile boolean cut;

    CuttableProxy(int target) throws IOException {
        this.target = target;
        threads.execute(this::accept);
    }

    String connectString() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    void cut() {
        cut = true;
        sockets.forEach(CuttableProxy::close);
    }

    void heal() {
        cut = false;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                threads.execute(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            sockets.add(server);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            if (cut) {
                return;
            }
            threads.execute(() -> copy(server, client));
            copy(client, server);
        } catch (IOException e) {
            // The server is down, or the connection was cut.
            return;
        } finally {
            sockets.remove(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // As good as the end.
            return;
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
        threads.shutdownNow();
    }
}
