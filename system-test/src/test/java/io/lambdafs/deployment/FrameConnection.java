package io.lambdafs.deployment;

import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameChannel;
import io.lambdafs.wire.frame.FrameCodec;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.frame.MessagePart;
import io.lambdafs.wire.frame.Outbox;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** The connection of an instance to a client, frame by frame. */
final class FrameConnection implements FrameChannel, AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final Outbox outbox = new Outbox(this, FrameLimits.MAX_REQUEST_BYTES);
    private final Hello hello;
    private long calls;

    /** Reads the instance's introduction of itself. */
    FrameConnection(Socket socket) throws IOException, MalformedEnvelopeException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
        // The instance waits to be told the number of its connection before it says anything.
        write(socket, new Control(Control.Kind.REGISTER, 1));
        hello = (Hello) next(in);
    }

    Hello hello() {
        return hello;
    }

    /** Asks for something; returns whether it was answered, rather than the instance said goodbye or has closed the connection. */
    boolean isAnswered(byte[] request) throws MalformedEnvelopeException {
        calls++;
        try {
            outbox.offer(calls, request);
            return next(in) instanceof MessagePart;
        } catch (IOException | UncheckedIOException closed) {
            return false;
        }
    }

    /** Whether the instance closes the connection, after what it may still send. */
    boolean isClosedByPeer() throws MalformedEnvelopeException {
        try {
            while (true) {
                next(in);
            }
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    @Override
    public void send(Frame frame) {
        try {
            write(socket, frame);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int bufferedBytes() {
        return 0;
    }

    @Override
    public boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /* Without the networking library's own. */
    private static Frame next(DataInputStream in) throws IOException, MalformedEnvelopeException {
        Frame frame;
        do {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            frame = FrameCodec.read(ByteBuffer.wrap(bytes));
        } while (frame instanceof Control);
        return frame;
    }

    private static void write(Socket socket, Frame frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + FrameLimits.MAX_FRAME_BYTES);
        bytes.position(Integer.BYTES);
        frame.writeTo(bytes);
        bytes.putInt(0, bytes.position() - Integer.BYTES);
        socket.getOutputStream().write(bytes.array(), 0, bytes.position());
    }
}
