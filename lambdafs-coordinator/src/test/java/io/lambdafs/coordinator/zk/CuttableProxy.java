package io.lambdafs.coordinator.zk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP proxy on loopback whose connections can be cut, and kept from being made again. */
final class CuttableProxy implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int target;
    private final AtomicInteger refusals = new AtomicInteger();
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

    /** Waits until the client has tried to connect in vain, from the beginning of an attempt to its end. */
    void awaitRefusals() throws InterruptedException {
        int enough = refusals.get() + 3;
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (refusals.get() < enough) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the client has not tried to connect within " + BOUND);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
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
                refusals.incrementAndGet();
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
