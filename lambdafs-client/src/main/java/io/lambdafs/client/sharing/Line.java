package io.lambdafs.client.sharing;

import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Invitation;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * A connection to another process of this user, which has said that it would pass on one request to a deployment. For one
 * thread.
 */
public final class Line implements Closeable {
    static final int MAGIC = 0x4c465301;
    static final int CHALLENGE_BYTES = 32;
    static final int MAX_INVITATION_BYTES = 512;
    static final byte TAKEN = 1;
    static final byte ANSWERED = 0;
    static final byte LOST = 1;
    static final byte TIMED_OUT = 2;

    private final TimedChannel channel;
    private final LongSupplier nanoTime;
    private final boolean taken;
    private final int deployments;
    private Runnable onFailure = () -> {};
    private Runnable onClose = () -> {};

    private Line(TimedChannel channel, LongSupplier nanoTime, boolean taken, int deployments) {
        this.channel = channel;
        this.nanoTime = nanoTime;
        this.taken = taken;
        this.deployments = deployments;
    }

    /**
     * Asks the owner of this entry whether it takes a request to the deployment. A process that does not show that it
     * knows the entry's secret gets no information.
     *
     * @param deployment −1 only to learn how many there are
     * @throws SocketTimeoutException if there was no answer by then
     * @throws IOException if the owner is gone, or somebody else listens at its port
     */
    static Line open(RegistryEntry entry, StackIdentity stack, int deployment, LongSupplier nanoTime, long deadline)
            throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), entry.port());
        TimedChannel channel = TimedChannel.connect(address, nanoTime, deadline);
        try {
            byte[] mine = challenge();
            ByteBuffer hello = buffer(Integer.BYTES + mine.length).putInt(MAGIC).put(mine);
            hello.flip();
            channel.write(hello, deadline);
            byte[] its = channel.read(CHALLENGE_BYTES, deadline).array();
            byte[] shown = channel.read(Proof.BYTES, deadline).array();
            Proof proof = entry.proof(stack);
            if (!MessageDigest.isEqual(shown, proof.ofOwner(mine, its))) {
                throw new IOException("Another process listens at the port of " + entry.name());
            }
            ByteBuffer question = buffer(Proof.BYTES + Integer.BYTES)
                    .put(proof.ofAsker(mine, its))
                    .putInt(deployment);
            question.flip();
            channel.write(question, deadline);
            ByteBuffer answer = channel.read(1 + Integer.BYTES, deadline);
            return new Line(channel, nanoTime, answer.get() == TAKEN, answer.getInt());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** What one side challenges the other with. */
    static byte[] challenge() {
        byte[] bytes = new byte[CHALLENGE_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length);
    }

    /** Whether the other process takes a request. */
    boolean isTaken() {
        return taken;
    }

    /** How many deployments the other process knows of; 0 if it does not know. */
    int deployments() {
        return deployments;
    }

    /** Runs these when the line has failed, and when it is closed. */
    Line watched(Runnable failure, Runnable close) {
        onFailure = failure;
        onClose = close;
        return this;
    }

    /**
     * Has the request passed on, and waits for the answer.
     *
     * @param guest the asker's own server, to which the instance is to connect
     * @throws ConnectionLostException if the process or its connection is gone; the request may have been carried out
     * @throws TimeoutException if there was no answer in time; the request may still be carried out
     */
    public byte[] call(Invitation guest, byte[] request, long timeoutNanos)
            throws ConnectionLostException, TimeoutException, InterruptedException {
        try {
            return exchange(guest, request, timeoutNanos);
        } catch (SocketTimeoutException e) {
            onFailure.run();
            throw new TimeoutException("A process that shares its connections did not answer in time");
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            onFailure.run();
            throw new ConnectionLostException("A process that shares its connections is gone: " + e.getMessage());
        }
    }

    private byte[] exchange(Invitation guest, byte[] request, long timeoutNanos)
            throws IOException, ConnectionLostException, TimeoutException {
        long deadline = nanoTime.getAsLong() + timeoutNanos;
        ByteBuffer invitation = buffer(MAX_INVITATION_BYTES);
        guest.writeTo(invitation);
        invitation.flip();
        ByteBuffer message = buffer(Long.BYTES + 2 * Integer.BYTES + invitation.remaining() + request.length);
        message.putLong(timeoutNanos).putInt(invitation.remaining()).put(invitation);
        message.putInt(request.length).put(request);
        message.flip();
        channel.write(message, deadline);
        byte status = channel.read(1, deadline).get();
        if (status == ANSWERED) {
            return channel.readBytes(FrameLimits.MAX_RESPONSE_BYTES, deadline);
        }
        if (status == TIMED_OUT) {
            throw new TimeoutException("The instance did not answer a shared request in time");
        }
        throw new ConnectionLostException("The shared connection was lost");
    }

    @Override
    public void close() {
        channel.close();
        onClose.run();
    }
}
