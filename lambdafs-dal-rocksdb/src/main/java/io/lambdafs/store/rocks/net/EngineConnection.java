package io.lambdafs.store.rocks.net;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One established connection to an engine. What the engine keeps for a connection, such as open transactions, is gone with it: a
 * connection that has broken never works again. Thread-safe.
 *
 * <p>There is no thread of its own. One of the waiting callers reads the socket, hands out the answers of the others,
 * and lets another caller read when its own answer has come. So a caller that is alone is woken by the network itself.
 */
public final class EngineConnection {
    private static final int MOST_BUFFERS = 4;

    private final SocketTransport channel;
    private final Selector selector;
    private final SelectionKey key;
    private final long number;
    private final String name;
    private final ClientBounds bounds;
    private final Outgoing outgoing;
    private final Incoming incoming;
    private final Map<Long, EngineCall> calls = new ConcurrentHashMap<>();
    private final AtomicLong lastCall = new AtomicLong();
    private final AtomicBoolean reading = new AtomicBoolean();
    private final RequestGathering gathered = new RequestGathering();
    private volatile long heardAt = System.nanoTime();
    private volatile String loss = "";

    /**
     * A connection whose handshake is over.
     *
     * @param channel over a socket that is registered with the selector by this key; this closes both
     */
    EngineConnection(SocketTransport channel, SelectionKey key, long number, String name, ClientBounds bounds) {
        this.channel = channel;
        this.key = key;
        this.selector = key.selector();
        this.number = number;
        this.name = name;
        this.bounds = bounds;
        BufferPool buffers = new BufferPool(MOST_BUFFERS);
        this.outgoing = new Outgoing(buffers);
        this.incoming = new Incoming(buffers, bounds.frameBytes());
    }

    /** Which connection of its client this is; the next one has a higher number. */
    public long number() {
        return number;
    }

    /** Whether requests can still be sent, as far as is known. */
    public boolean isOpen() {
        return loss.isEmpty();
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param bound how long to wait at most
     * @throws EngineCallException if there is no answer; its fate says what is known of the request. If this thread was
     *     interrupted, it still is.
     * @throws IllegalArgumentException if the request is longer than a frame
     */
    public byte[] ask(byte[] request, Duration bound) {
        requireFits(request);
        if (Thread.currentThread().isInterrupted()) {
            throw new EngineCallException(Fate.NEVER_SENT, "interrupted before the request was sent");
        }
        Patience patience = new Patience(bound.toNanos());
        EngineCall call = new EngineCall(lastCall.incrementAndGet());
        calls.put(call.number(), call);
        try {
            long end = put(Frames.REQUEST, call.number(), request, patience);
            if (!gathered.isLeftToOthers()) {
                flush();
            }
            await(call, patience);
            return result(call, end);
        } finally {
            calls.remove(call.number());
            letOthersRead();
        }
    }

    /**
     * Sends a request that gets no answer. Whether it arrives is not known.
     *
     * @throws EngineCallException NEVER_SENT if the connection is gone, or takes nothing for as long as connecting may take
     * @throws IllegalArgumentException if the request is longer than a frame
     */
    public void tell(byte[] request) {
        requireFits(request);
        put(Frames.TELL, 0, request, new Patience(bounds.connect().toNanos()));
        flush();
    }

    private void requireFits(byte[] request) {
        if (request.length > bounds.frameBytes() - Frames.HEADER_BYTES) {
            throw new IllegalArgumentException("the request has " + request.length + " bytes, and a frame takes "
                    + (bounds.frameBytes() - Frames.HEADER_BYTES));
        }
    }

    private long put(byte kind, long call, byte[] request, Patience patience) {
        awaitRoom(patience);
        long end = outgoing.put(kind, call, request);
        if (end < 0) {
            throw new EngineCallException(Fate.NEVER_SENT, "the connection to " + name + " is gone: " + loss);
        }
        return end;
    }

    private void awaitRoom(Patience patience) {
        while (outgoing.unsent() > bounds.unsentBytes() && isOpen()) {
            if (!patience.isLeft() || Thread.currentThread().isInterrupted()) {
                throw new EngineCallException(
                        Fate.NEVER_SENT, "the engine at " + name + " does not read: too many requests wait to be sent");
            }
            waitOrRead(() -> outgoing.unsent() <= bounds.unsentBytes(), patience);
        }
    }

    private void flush() {
        try {
            if (outgoing.flush(channel, false) == Outgoing.Flushed.STUCK) {
                // The reading thread has to look when the kernel takes more.
                selector.wakeup();
            }
        } catch (IOException e) {
            lose("writing failed: " + e.getMessage());
        }
    }

    private void await(EngineCall call, Patience patience) {
        while (!call.isOver()) {
            waitOrRead(call::isOver, patience);
            if (!call.isOver()) {
                giveUpIfHopeless(patience);
            }
        }
    }

    private void giveUpIfHopeless(Patience patience) {
        if (Thread.currentThread().isInterrupted()) {
            throw new EngineCallException(Fate.IN_DOUBT, "interrupted while waiting for the engine at " + name);
        }
        if (!patience.isLeft()) {
            if (System.nanoTime() - heardAt > bounds.silence().toNanos()) {
                lose("the engine has sent nothing for " + bounds.silence());
            }
            throw new EngineCallException(
                    Fate.IN_DOUBT,
                    "the engine at " + name + " did not answer in time; the request may have been carried out");
        }
    }

    private byte[] result(EngineCall call, long end) {
        return switch (call.outcome()) {
            case ANSWERED -> call.bytes();
            case UNANSWERABLE ->
                throw new EngineCallException(
                        Fate.UNANSWERABLE,
                        "the engine's answer is too long for a frame: "
                                + ByteBuffer.wrap(call.bytes()).getInt() + " bytes");
            default -> throw lost(outgoing.hasWritten(end));
        };
    }

    private EngineCallException lost(boolean sent) {
        return new EngineCallException(
                sent ? Fate.IN_DOUBT : Fate.NEVER_SENT,
                "the connection to " + name + " was lost: " + loss + "; the request "
                        + (sent ? "may or may not have been carried out" : "was not sent"));
    }

    /** Waits for a slice of time at most, and reads meanwhile, if nobody else does. */
    private void waitOrRead(BooleanTest over, Patience patience) {
        if (!reading.compareAndSet(false, true)) {
            LockSupport.parkNanos(this, patience.slice());
            return;
        }
        try {
            long slice = patience.slice();
            // The thread that read before may have handed out the answer.
            while (!over.holds() && isOpen() && slice > 0) {
                read(slice);
                slice = 0;
            }
        } finally {
            reading.set(false);
        }
        letOthersRead();
    }

    @FunctionalInterface
    private interface BooleanTest {
        boolean holds();
    }

    private void letOthersRead() {
        if (reading.get()) {
            return;
        }
        for (EngineCall other : calls.values()) {
            if (!other.isOver()) {
                other.wake();
                return;
            }
        }
        sendGathered();
    }

    private void sendGathered() {
        if (gathered.end()) {
            flush();
        }
    }

    private void read(long nanos) {
        // A caller that left its request to others relies on this.
        sendGathered();
        try {
            key.interestOps(outgoing.isStuck() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            // An interrupt ends the wait, and does not close the channel.
            selector.select(ready -> {}, Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
            if (outgoing.isStuck()) {
                outgoing.flush(channel, true);
            }
            receive();
        } catch (ClosedSelectorException | CancelledKeyException e) {
            lose("another caller has closed the connection");
        } catch (IOException e) {
            lose("reading failed: " + e.getMessage());
        }
    }

    private void receive() throws IOException {
        do {
            receiveOnce();
        } while (channel.hasRest());
    }

    private void receiveOnce() throws IOException {
        int count = incoming.fill(channel);
        if (count < 0) {
            throw new IOException("the engine has closed the connection");
        }
        if (count > 0) {
            heardAt = System.nanoTime();
            gathered.begin(calls.size());
        }
        while (incoming.next()) {
            deliver();
        }
        incoming.rest();
    }

    private void deliver() throws MalformedFrameException {
        EngineCall call = calls.get(incoming.number());
        byte kind = incoming.kind();
        if (kind != Frames.ANSWER && kind != Frames.UNANSWERABLE) {
            throw new MalformedFrameException("the engine sent a frame of kind " + kind);
        }
        // An answer that nobody waits for any more is late, and dropped.
        if (call != null) {
            ByteBuffer payload = incoming.payload();
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            call.end(kind == Frames.ANSWER ? EngineCall.Outcome.ANSWERED : EngineCall.Outcome.UNANSWERABLE, bytes);
        }
    }

    /** Whether the connection is open. If nobody reads it, that takes a look at the socket, which the engine may have closed. */
    boolean isStillOpen() {
        if (calls.isEmpty() && isOpen() && reading.compareAndSet(false, true)) {
            try {
                receive();
            } catch (IOException e) {
                lose("reading failed: " + e.getMessage());
            } finally {
                reading.set(false);
            }
            letOthersRead();
        }
        return isOpen();
    }

    /** Ends the connection and all calls that wait for an answer. */
    void lose(String why) {
        synchronized (calls) {
            if (!isOpen()) {
                return;
            }
            loss = why;
        }
        outgoing.close();
        calls.values().forEach(EngineCall::lose);
        try {
            channel.close();
            selector.close();
        } catch (IOException e) {
            // It is of no use any more, whatever is left of it.
        }
    }
}
