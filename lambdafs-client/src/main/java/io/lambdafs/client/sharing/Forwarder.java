package io.lambdafs.client.sharing;

import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.client.tcp.WaitWatch;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameCodec;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Invitation;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Passes the requests of other processes of this user on, over the connections of this process's servers, and never to a third
 * process: so no request can go in a circle.
 */
final class Forwarder implements Closeable {
    /** How many requests are passed on at once; a further asker finds its line closed. */
    static final int MOST_AT_ONCE = 16;

    /** How often the entry is looked for. */
    private static final long ENTRY_MILLIS = 5000;

    private static final long GREETING_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LONGEST_CALL_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int IDLE_SECONDS = 5;

    private final LocalServers servers;
    private final StackIdentity stack;
    private final RegistryDirectory directory;
    private final SharingMetrics metrics;
    private final LongSupplier nanoTime;
    private final ServerSocketChannel listening;
    private final Selector selector;
    private final RegistryEntry entry;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, MOST_AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), Forwarder::daemon);

    private Forwarder(
            LocalServers servers,
            StackIdentity stack,
            RegistryDirectory directory,
            SharingMetrics metrics,
            LongSupplier nanoTime)
            throws IOException {
        this.servers = servers;
        this.stack = stack;
        this.directory = directory;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        this.listening = ServerSocketChannel.open();
        this.selector = Selector.open();
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT);
        byte[] secret = new byte[RegistryEntry.SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
        this.entry = new RegistryEntry(stack.name() + "-" + UUID.randomUUID(), port, secret);
    }

    /** Listens, and tells other processes so. */
    static Forwarder open(
            LocalServers servers,
            StackIdentity stack,
            RegistryDirectory directory,
            SharingMetrics metrics,
            LongSupplier nanoTime)
            throws IOException {
        Forwarder opened = new Forwarder(servers, stack, directory, metrics, nanoTime);
        try {
            directory.publish(opened.entry);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        daemon(opened::run).start();
        return opened;
    }

    /** The name of this process's entry, which it is not to ask itself. */
    String entryName() {
        return entry.name();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "lambdafs-client-sharing");
        thread.setDaemon(true);
        return thread;
    }

    private void run() {
        while (selector.isOpen()) {
            try {
                selector.select(ENTRY_MILLIS);
                selector.selectedKeys().clear();
                if (!directory.has(entry) && selector.isOpen()) {
                    directory.publish(entry);
                    removeIfClosed();
                }
                accept();
            } catch (IOException | RuntimeException e) {
                // Either it is closed, or this process has no more files: then what waits is taken later.
                pause();
            }
        }
    }

    private void removeIfClosed() {
        if (!selector.isOpen()) {
            directory.remove(entry.name());
        }
    }

    private static void pause() {
        LockSupport.parkNanos(Forwarder.class, TimeUnit.MILLISECONDS.toNanos(50));
    }

    private void accept() throws IOException {
        SocketChannel accepted = listening.accept();
        if (accepted != null) {
            TimedChannel channel = TimedChannel.of(accepted, nanoTime);
            try {
                threads.execute(() -> serve(channel));
            } catch (RejectedExecutionException e) {
                channel.close();
            }
        }
    }

    private void serve(TimedChannel channel) {
        try {
            int deployment = greet(channel);
            ReverseServer server = deployment < 0 ? null : servers.reaching(deployment);
            ByteBuffer answer = ByteBuffer.allocate(1 + Integer.BYTES);
            answer.put(server == null ? 0 : Line.TAKEN).putInt(servers.deployments());
            answer.flip();
            channel.write(answer, nanoTime.getAsLong() + GREETING_NANOS);
            if (server != null) {
                forward(channel, server, deployment);
            }
        } catch (IOException | MalformedEnvelopeException | RuntimeException e) {
            // The asker goes another way.
            return;
        } catch (InterruptedException e) {
            // The last client is being closed.
            Thread.currentThread().interrupt();
        } finally {
            channel.close();
        }
    }

    /** Checks that the asking process knows the secret; returns the deployment that it asks for. */
    private int greet(TimedChannel channel) throws IOException {
        long deadline = nanoTime.getAsLong() + GREETING_NANOS;
        if (channel.read(Integer.BYTES, deadline).getInt() != Line.MAGIC) {
            throw new IOException("another protocol, or another version of this one");
        }
        byte[] its = channel.read(Line.CHALLENGE_BYTES, deadline).array();
        byte[] mine = Line.challenge();
        Proof proof = entry.proof(stack);
        ByteBuffer shown =
                ByteBuffer.allocate(mine.length + Proof.BYTES).put(mine).put(proof.ofOwner(its, mine));
        shown.flip();
        channel.write(shown, deadline);
        byte[] answer = channel.read(Proof.BYTES, deadline).array();
        if (!MessageDigest.isEqual(answer, proof.ofAsker(its, mine))) {
            throw new IOException("the asker does not know the secret");
        }
        return channel.read(Integer.BYTES, deadline).getInt();
    }

    private void forward(TimedChannel channel, ReverseServer server, int deployment)
            throws IOException, MalformedEnvelopeException, InterruptedException {
        long deadline = nanoTime.getAsLong() + GREETING_NANOS;
        long timeout = Math.min(channel.read(Long.BYTES, deadline).getLong(), LONGEST_CALL_NANOS);
        Frame guest = FrameCodec.read(ByteBuffer.wrap(channel.readBytes(Line.MAX_INVITATION_BYTES, deadline)));
        byte[] request = channel.readBytes(FrameLimits.MAX_REQUEST_BYTES, deadline);
        if (!(guest instanceof Invitation) || timeout <= 0) {
            throw new IOException("no invitation, or no time");
        }
        metrics.countForwarded();
        byte status = Line.ANSWERED;
        byte[] response = new byte[0];
        try {
            response = server.callFor((Invitation) guest, deployment, request, timeout, WaitWatch.NONE);
        } catch (ConnectionLostException e) {
            status = Line.LOST;
        } catch (TimeoutException e) {
            status = Line.TIMED_OUT;
        }
        ByteBuffer answer = ByteBuffer.allocate(1 + Integer.BYTES + response.length);
        answer.put(status).putInt(response.length).put(response);
        answer.flip();
        channel.write(answer, nanoTime.getAsLong() + ANSWER_NANOS);
    }

    @Override
    public void close() {
        try {
            selector.close();
            listening.close();
        } catch (IOException e) {
            // Nothing is left that could be closed.
            threads.shutdownNow();
        }
        directory.remove(entry.name());
        threads.shutdownNow();
    }
}
