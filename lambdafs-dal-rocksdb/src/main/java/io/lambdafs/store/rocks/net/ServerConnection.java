package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a server. The server's loop calls everything except for {@link #answer}, {@link #flush} and
 * {@link #flushLater}, which any thread may call.
 */
final class ServerConnection {
    /** How many times the bound on unsent answers makes a client that is not worth keeping. */
    private static final int MOST_UNSENT_FACTOR = 8;

    private final ServerLoop loop;
    private final ServerLimits limits;
    private final SocketTransport channel;
    private final SelectionKey key;
    private final long number;
    private final Incoming incoming;
    private final Outgoing outgoing;
    private final Progress progress;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicBoolean flushWanted = new AtomicBoolean();
    private @Nullable ServerHandshake handshake;
    private @Nullable ConnectionHandler handler;
    private boolean serving;
    private volatile boolean paused;
    private boolean gone;

    ServerConnection(
            ServerLoop loop, SocketTransport channel, SelectionKey key, long number, ServerHandshake handshake) {
        this.loop = loop;
        this.limits = loop.limits();
        this.channel = channel;
        this.key = key;
        this.number = number;
        this.handshake = handshake;
        this.incoming = new Incoming(loop.buffers(), limits.frameBytes());
        this.outgoing = new Outgoing(loop.buffers());
        this.progress = new Progress(loop.limits(), loop.now());
    }

    long number() {
        return number;
    }

    /** The socket can be read or written. */
    void ready() throws IOException {
        if (handshake != null) {
            shakeHands();
            return;
        }
        if (key.isWritable() && outgoing.flush(channel, true) == Outgoing.Flushed.DONE) {
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
            resume();
        }
        if (key.isReadable()) {
            read();
        }
    }

    /** Goes on with what precedes the first frame. */
    void shakeHands() throws IOException {
        ServerHandshake begun = handshake;
        if (gone || begun == null) {
            return;
        }
        SocketTransport.Waiting waiting = channel.proceed();
        key.interestOps(
                switch (waiting) {
                    case NOTHING, READ -> SelectionKey.OP_READ;
                    case WRITE -> SelectionKey.OP_WRITE;
                    case TASK -> 0;
                });
        if (waiting == SocketTransport.Waiting.TASK) {
            loop.compute(this, channel.task());
        } else if (waiting == SocketTransport.Waiting.NOTHING && begun.isProvenBy(channel)) {
            enter(begun.role());
        }
    }

    private void read() throws IOException {
        do {
            if (incoming.fill(channel) < 0) {
                loop.end(this, "");
                return;
            }
            serve();
        } while (!gone && !paused && channel.hasRest());
    }

    private void enter(ClientRole role) throws IOException {
        if (!loop.admit(this)) {
            ServerHandshake.refuse(channel, Handshake.FULL);
            throw new IOException(
                    "there are " + limits.connections() + " clients already, which is this server's bound");
        }
        handshake = null;
        handler = loop.handlerOf(number, role);
        ServerHandshake.accept(channel);
        if (channel.hasRest()) {
            read();
        }
    }

    /** Passes on the requests that have arrived as a whole, as far as there is room for them. */
    private void serve() throws IOException {
        ConnectionHandler present = handler;
        if (present == null) {
            return;
        }
        serving = true;
        boolean any = false;
        try {
            do {
                paused = false;
                while (hasRoom() && incoming.next()) {
                    pass(present);
                    any = true;
                }
                paused = !hasRoom();
                // Looked at again, because the last answer may have come in between.
            } while (paused && hasRoom());
            if (any) {
                present.gathered();
            }
        } finally {
            serving = false;
        }
        progress.served(any, incoming.hasRest() && !paused, loop.now());
        incoming.rest();
        flush();
        listen();
    }

    private void pass(ConnectionHandler present) throws MalformedFrameException {
        ByteBuffer payload = incoming.payload();
        switch (incoming.kind()) {
            case Frames.REQUEST -> {
                requests.incrementAndGet();
                present.request(payload, new PendingAnswer(this, incoming.number()));
            }
            case Frames.TELL -> present.told(payload);
            default -> throw new MalformedFrameException("it sent a frame of kind " + incoming.kind());
        }
    }

    private boolean hasRoom() {
        return requests.get() < limits.requests() && outgoing.unsent() <= limits.unsentBytes();
    }

    private void listen() {
        int reading = paused ? 0 : SelectionKey.OP_READ;
        if ((key.interestOps() & SelectionKey.OP_READ) != reading) {
            key.interestOps((key.interestOps() & ~SelectionKey.OP_READ) | reading);
        }
    }

    /** Goes on reading, if there is room again. */
    void resume() throws IOException {
        if (!gone && paused && hasRoom()) {
            serve();
            if (!gone && !paused && channel.hasRest()) {
                read();
            }
        }
    }

    /** Adds an answer to what is to be sent. */
    void answer(long request, byte[] answer) {
        if (answer.length > limits.frameBytes() - Frames.HEADER_BYTES) {
            byte[] length =
                    ByteBuffer.allocate(Integer.BYTES).putInt(answer.length).array();
            outgoing.put(Frames.UNANSWERABLE, request, length);
        } else {
            outgoing.put(Frames.ANSWER, request, answer);
        }
        requests.decrementAndGet();
        if (outgoing.unsent() > (long) MOST_UNSENT_FACTOR * limits.unsentBytes()) {
            loop.endSoon(this, "its client does not read its answers: " + outgoing.unsent() + " bytes wait");
        }
    }

    /** Sends what was added, unless the loop is about to do so. */
    void flush() {
        if (serving && loop.isThisThread()) {
            return;
        }
        try {
            if (outgoing.flush(channel, false) == Outgoing.Flushed.STUCK) {
                key.interestOpsOr(SelectionKey.OP_WRITE);
                loop.wake();
            }
        } catch (IOException | CancelledKeyException e) {
            loop.endSoon(this, "");
        }
        if (paused && hasRoom()) {
            loop.resumeSoon(this);
        }
    }

    /** Has what was added sent by the next flush of the server. */
    void flushLater() {
        if (flushWanted.compareAndSet(false, true)) {
            loop.flushWanted(this);
        }
    }

    /** The flush of the server. */
    void flushNow() {
        flushWanted.set(false);
        flush();
    }

    /** Ends the connection if its client has been slow for too long; to be called now and then. */
    void look(long now) {
        String fault = handshake != null
                ? progress.handshakeFault(now)
                : progress.fault(outgoing.unsent(), outgoing.written(), now);
        if (!fault.isEmpty()) {
            loop.end(this, fault);
        }
    }

    /** Closes the socket, and tells the handler. Without effect from the second call on. */
    void close() {
        if (gone) {
            return;
        }
        gone = true;
        outgoing.close();
        incoming.release();
        try {
            channel.close();
        } catch (IOException e) {
            // It is of no use any more, whatever is left of it.
        }
        ConnectionHandler present = handler;
        handler = null;
        if (present != null) {
            present.closed();
        }
    }
}
