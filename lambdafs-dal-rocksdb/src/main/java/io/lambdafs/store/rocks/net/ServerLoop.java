package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one thread of a server, which accepts connections and reads them. What other threads may call says so. */
final class ServerLoop implements Runnable {
    private static final int MOST_BUFFERS = 256;
    private static final int MOST_ACCEPTED_AT_ONCE = 64;
    private static final int LOOKS_PER_BOUND = 4;
    private static final long IDLE_SECONDS = 10;
    private static final long FAILURE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ServerSocketChannel listening;
    private final Selector selector;
    private final SelectionKey accepting;
    private final EngineAddress address;
    private final Admission admission;
    private final ServerLimits limits;
    private final ConnectionHandler.Factory handlers;
    private final Warnings warnings;
    private final Consumer<String> failed;
    private final SecureRandom random = new SecureRandom();
    private final BufferPool buffers = new BufferPool(MOST_BUFFERS);
    private final ServerTime time = new ServerTime();
    private final Set<ServerConnection> strangers = new LinkedHashSet<>();
    private final Set<ServerConnection> clients = new LinkedHashSet<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<ServerConnection> unflushed = new ConcurrentLinkedQueue<>();
    private final ThreadPoolExecutor computing;
    private final long lookNanos;
    private long lookedAt;
    private long lastConnection;
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    ServerLoop(
            ListeningSocket socket,
            Admission admission,
            ServerLimits limits,
            ConnectionHandler.Factory handlers,
            Consumer<String> log,
            Consumer<String> failed)
            throws IOException {
        this.failed = failed;
        this.listening = socket.channel();
        this.address = socket.address();
        this.admission = admission;
        this.computing = new ThreadPoolExecutor(
                0,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(2 * limits.strangers()),
                ServerLoop::computingThread);
        this.limits = limits;
        this.handlers = handlers;
        this.warnings = new Warnings(log, time.now());
        this.lookNanos = lookNanos(limits);
        this.selector = Selector.open();
        listening.configureBlocking(false);
        this.accepting = listening.register(selector, SelectionKey.OP_ACCEPT);
    }

    private static long lookNanos(ServerLimits limits) {
        long shortest = ServerTime.LONGEST_WAIT_NANOS * LOOKS_PER_BOUND;
        for (Duration bound : List.of(limits.handshake(), limits.frame(), limits.stall())) {
            shortest = Math.min(shortest, bound.toNanos());
        }
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), shortest / LOOKS_PER_BOUND);
    }

    private static Thread computingThread(Runnable work) {
        Thread made = new Thread(work, "store-server-handshakes");
        made.setDaemon(true);
        return made;
    }

    ServerLimits limits() {
        return limits;
    }

    BufferPool buffers() {
        return buffers;
    }

    /** The time of this turn, in nanoseconds. */
    long now() {
        return time.now();
    }

    /** Whether it is the loop that calls. For any thread. */
    boolean isThisThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (!stopping) {
                turn();
            }
        } catch (RuntimeException | Error e) {
            // No other thread serves the sockets, so the code that started the server has to know.
            failed.accept("the thread that serves the store's sockets failed: " + e);
        } finally {
            endAll();
        }
    }

    private void turn() {
        try {
            selector.select(this::ready, TimeUnit.NANOSECONDS.toMillis(lookNanos));
        } catch (IOException e) {
            warnings.say("the engine's server cannot wait for its sockets: " + e, time.now());
            LockSupport.parkNanos(this, FAILURE_PAUSE_NANOS);
        }
        long now = time.turn();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        if (now - lookedAt >= lookNanos) {
            lookedAt = now;
            look(now);
        }
    }

    private void ready(SelectionKey key) {
        if (key == accepting) {
            accept();
        } else if (key.attachment() instanceof ServerConnection connection && key.isValid()) {
            guarded(connection, connection::ready);
        }
    }

    /** What a connection does, of which a failure ends that connection and nothing else. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private void guarded(ServerConnection connection, Step step) {
        try {
            step.run();
        } catch (IOException e) {
            end(connection, String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            // Whatever one connection does to its handler, or to the memory, the others are served.
            end(connection, "serving it failed: " + e);
        }
    }

    private void accept() {
        try {
            for (int i = 0; i < MOST_ACCEPTED_AT_ONCE; i++) {
                SocketChannel channel = listening.accept();
                if (channel == null) {
                    return;
                }
                receive(channel);
            }
        } catch (IOException e) {
            // Such as no file descriptor left. The next look tries again.
            accepting.interestOps(0);
            warnings.say("the engine's server cannot accept a connection: " + e, time.now());
        }
    }

    private void receive(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            lastConnection++;
            ServerConnection connection = new ServerConnection(
                    this, transport(channel), key, lastConnection, new ServerHandshake(admission, random));
            key.attach(connection);
            strangers.add(connection);
        } catch (IOException | RuntimeException e) {
            channel.close();
            warnings.say("a new connection failed: " + e, time.now());
        }
        if (strangers.size() > limits.strangers()) {
            end(strangers.iterator().next(), "others wait that have not shown that they know the secret either");
        }
    }

    private SocketTransport transport(SocketChannel channel) {
        return admission
                .tls()
                .<SocketTransport>map(tls ->
                        new SealedTransport(channel, tls.engine(address), buffers, Handshake.head(Handshake.TLS_ONLY)))
                .orElseGet(() -> new PlainTransport(channel));
    }

    /**
     * Has another thread do what a handshake of TLS computes, so that strangers do not hold up clients, and goes on with the
     * connection afterwards.
     */
    void compute(ServerConnection connection, Runnable task) {
        computing.execute(() -> {
            task.run();
            soon(() -> guarded(connection, connection::shakeHands));
        });
    }

    /** A connection has proved itself. Returns whether there is room for it. */
    boolean admit(ServerConnection connection) {
        if (clients.size() >= limits.connections()) {
            return false;
        }
        strangers.remove(connection);
        clients.add(connection);
        return true;
    }

    ConnectionHandler handlerOf(long connection, ClientRole role) {
        return handlers.connected(connection, role);
    }

    /** Ends a connection; an empty reason is one that is worth no line in the log. */
    void end(ServerConnection connection, String reason) {
        boolean known = strangers.remove(connection) || clients.remove(connection);
        if (known && !reason.isEmpty()) {
            warnings.say("connection " + connection.number() + " was closed: " + reason, time.now());
        }
        try {
            connection.close();
        } catch (RuntimeException e) {
            warnings.say("the end of connection " + connection.number() + " failed: " + e, time.now());
        }
    }

    private void look(long now) {
        warnings.look(now);
        if (accepting.isValid()) {
            accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
        List<ServerConnection> all = new ArrayList<>(strangers);
        all.addAll(clients);
        all.forEach(connection -> connection.look(now));
    }

    /** Ends a connection when the loop comes to it. For any thread. */
    void endSoon(ServerConnection connection, String reason) {
        soon(() -> end(connection, reason));
    }

    /** Reads a connection again when the loop comes to it. For any thread. */
    void resumeSoon(ServerConnection connection) {
        soon(() -> guarded(connection, connection::resume));
    }

    private void soon(Runnable task) {
        tasks.add(task);
        wake();
    }

    /** Ends the wait of the loop. For any thread. */
    void wake() {
        if (!isThisThread()) {
            selector.wakeup();
        }
    }

    /** Keeps a connection for the next flush. For any thread. */
    void flushWanted(ServerConnection connection) {
        unflushed.add(connection);
    }

    /** Sends the answers that wait for it. For any thread. */
    void flush() {
        for (ServerConnection next = unflushed.poll(); next != null; next = unflushed.poll()) {
            next.flushNow();
        }
    }

    /** Has the loop end all connections and return. For any thread. */
    void stop() {
        stopping = true;
        selector.wakeup();
    }

    private void endAll() {
        computing.shutdownNow();
        List<ServerConnection> all = new ArrayList<>(strangers);
        all.addAll(clients);
        all.forEach(connection -> end(connection, ""));
        try {
            selector.close();
        } catch (IOException e) {
            warnings.say("the engine's server could not close its selector: " + e, time.now());
        }
    }
}
