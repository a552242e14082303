package io.lambdafs.store.rocks.net;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection with TLS.
 *
 * <p>It holds buffers only while bytes are in them. A write counts bytes as written when the kernel has taken the whole record that
 * they are in: before that the other end cannot have read them. So a write that is tried again must begin with the same bytes.
 *
 * <p>The end of the connection without a word is no loss, because frames and the messages of the handshake have lengths.
 */
final class SealedTransport implements SocketTransport {
    /** No handshake takes as many turns. */
    private static final int MOST_TURNS = 64;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final BufferPool pool;
    private final int recordBytes;
    private final byte[] answerToPlain;

    /** What has come and is sealed; to be read from its position. */
    private @Nullable ByteBuffer arrived;

    /** What was opened and did not fit; to be read from its position. */
    private @Nullable ByteBuffer opened;

    /** A record that the kernel has not taken as a whole. */
    private @Nullable ByteBuffer sealed;

    /** How many bytes of the next write are in that record. */
    private int owed;

    private boolean begun;
    private boolean heard;
    private boolean partial;
    private boolean ended;

    /**
     * A connection whose handshake is still to come.
     *
     * @param answerToPlain what a server says to a client that speaks without TLS; nothing at a client's end
     */
    SealedTransport(SocketChannel channel, SSLEngine engine, BufferPool pool, byte[] answerToPlain) {
        this.channel = channel;
        this.engine = engine;
        this.pool = pool;
        this.answerToPlain = answerToPlain.clone();
        this.recordBytes = engine.getSession().getApplicationBufferSize();
    }

    @Override
    public Waiting proceed() throws IOException {
        if (!begun) {
            begun = true;
            engine.beginHandshake();
        }
        try {
            for (int i = 0; i < MOST_TURNS; i++) {
                if (!send()) {
                    return Waiting.WRITE;
                }
                switch (engine.getHandshakeStatus()) {
                    case NEED_WRAP -> seal(NOTHING);
                    case NEED_TASK -> {
                        return Waiting.TASK;
                    }
                    case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                        if (!hear()) {
                            return Waiting.READ;
                        }
                    }
                    case FINISHED, NOT_HANDSHAKING -> {
                        return Waiting.NOTHING;
                    }
                }
            }
        } catch (SSLException e) {
            sayWhy();
            throw e;
        }
        throw new SSLException("the handshake has too many messages");
    }

    /** Has the other end hear why the handshake failed, if that can be said at once. */
    private void sayWhy() {
        try {
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && send()) {
                seal(NOTHING);
                boolean unused = send();
            }
        } catch (IOException e) {
            // The failure of the handshake itself is what matters.
        }
    }

    @Override
    public Runnable task() {
        return this::compute;
    }

    private void compute() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Opens one record of the handshake; whether one was there. */
    private boolean hear() throws IOException {
        if (!hasArrived() || partial) {
            int count = receive();
            if (count < 0) {
                throw new EOFException("it closed the connection during the TLS handshake");
            }
            if (count == 0 || !isHeard()) {
                return false;
            }
        }
        ByteBuffer room = pool.take();
        try {
            partial = unwrap(room).getStatus() == Status.BUFFER_UNDERFLOW;
            if (room.position() > 0) {
                throw new SSLException("content came before the end of the handshake");
            }
        } finally {
            pool.give(room);
        }
        return true;
    }

    /** Whether enough has come to see that it is TLS. */
    private boolean isHeard() throws IOException {
        ByteBuffer first = arrived;
        if (heard) {
            return true;
        }
        if (first == null || first.remaining() < Integer.BYTES) {
            return false;
        }
        heard = true;
        if (first.getInt(first.position()) == Handshake.MAGIC) {
            if (answerToPlain.length > 0) {
                int unused = channel.write(ByteBuffer.wrap(answerToPlain));
                PlainTransport.discardAndEnd(channel);
            }
            throw new PlainPeerException("it speaks without TLS");
        }
        return true;
    }

    private boolean hasArrived() {
        return arrived != null && arrived.hasRemaining();
    }

    /** Takes from the socket what is there, once. */
    private int receive() throws IOException {
        ByteBuffer room = arrived == null ? pool.take().flip() : arrived;
        arrived = room;
        room.compact();
        try {
            return channel.read(room);
        } finally {
            room.flip();
        }
    }

    private SSLEngineResult unwrap(ByteBuffer to) throws SSLException {
        ByteBuffer from = arrived == null ? NOTHING : arrived;
        SSLEngineResult result = engine.unwrap(from, to);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            throw new SSLException("a record is longer than records are");
        }
        return result;
    }

    @Override
    public boolean hasRest() {
        return (opened != null && opened.hasRemaining()) || (hasArrived() && !partial);
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int start = to.position();
        boolean received = false;
        moveOpened(to);
        while (to.hasRemaining() && !ended) {
            if (hasArrived() && !partial) {
                open(to);
            } else if (received || to.position() > start) {
                break;
            } else {
                received = true;
                partial = false;
                ended = receive() < 0;
            }
        }
        releaseRead();
        int count = to.position() - start;
        return count == 0 && ended ? -1 : count;
    }

    private void moveOpened(ByteBuffer to) {
        ByteBuffer from = opened;
        if (from == null) {
            return;
        }
        int count = Math.min(from.remaining(), to.remaining());
        to.put(to.position(), from, from.position(), count);
        to.position(to.position() + count);
        from.position(from.position() + count);
        if (!from.hasRemaining()) {
            opened = null;
            pool.give(from);
        }
    }

    private void open(ByteBuffer to) throws SSLException {
        boolean fits = to.remaining() >= recordBytes;
        ByteBuffer target = fits ? to : pool.take();
        SSLEngineResult result = unwrap(target);
        compute();
        partial = result.getStatus() == Status.BUFFER_UNDERFLOW;
        ended = result.getStatus() == Status.CLOSED;
        if (!partial && !ended && result.bytesConsumed() == 0) {
            throw new SSLException("the other end began another handshake");
        }
        if (!fits) {
            opened = target.flip();
            moveOpened(to);
        }
    }

    private void releaseRead() {
        ByteBuffer present = arrived;
        if (present != null && !present.hasRemaining()) {
            arrived = null;
            pool.give(present);
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int start = from.position();
        while (send()) {
            from.position(from.position() + owed);
            owed = 0;
            if (!from.hasRemaining()) {
                break;
            }
            seal(from);
        }
        return from.position() - start;
    }

    private void seal(ByteBuffer from) throws SSLException {
        int before = from.position();
        ByteBuffer record = pool.take();
        SSLEngineResult result = engine.wrap(from, record);
        if (result.getStatus() == Status.BUFFER_OVERFLOW || result.getStatus() == Status.BUFFER_UNDERFLOW) {
            throw new SSLException("nothing can be sealed: " + result.getStatus());
        }
        if (result.bytesProduced() == 0 && from.hasRemaining()) {
            throw new SSLException("the connection has ended");
        }
        owed = from.position() - before;
        from.position(before);
        sealed = record.flip();
    }

    /** Sends what is left of a record; whether nothing is left. */
    private boolean send() throws IOException {
        ByteBuffer present = sealed;
        if (present == null) {
            return true;
        }
        int unused = channel.write(present);
        if (present.hasRemaining()) {
            return false;
        }
        sealed = null;
        pool.give(present);
        return true;
    }

    @Override
    public void endOutput() throws IOException {
        PlainTransport.discardAndEnd(channel);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
