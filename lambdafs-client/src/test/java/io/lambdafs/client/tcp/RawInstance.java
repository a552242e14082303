package io.lambdafs.client.tcp;

import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameLimits;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;

/** The other end of a connection, byte by byte: what an instance that misbehaves would send. */
final class RawInstance implements AutoCloseable {
    private final Socket socket;

    RawInstance(String endpoint) throws IOException {
        int colon = endpoint.lastIndexOf(':');
        socket = new Socket(endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
        socket.setSoTimeout(20_000);
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void send(Frame frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES + 4);
        bytes.position(4);
        frame.writeTo(bytes);
        bytes.putInt(0, bytes.position() - 4);
        socket.getOutputStream().write(bytes.array(), 0, bytes.position());
    }

    void sendKeepAlive() throws IOException {
        send(new Control(Control.Kind.KEEP_ALIVE, 0));
    }

    /** Waits until the server has taken the connection. */
    void awaitRegistration() throws IOException {
        new DataInputStream(socket.getInputStream()).readFully(new byte[9]);
    }

    /** Waits until something other than the registration and signs of life arrives; returns it with its length. */
    byte[] awaitRequest() throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame;
        do {
            frame = new byte[in.readInt()];
            in.readFully(frame);
        } while (frame[0] <= 4);
        return ByteBuffer.allocate(4 + frame.length)
                .putInt(frame.length)
                .put(frame)
                .array();
    }

    /** Answers requests with themselves until the connection is closed. */
    void echo() {
        try {
            while (true) {
                send(awaitRequest());
            }
        } catch (IOException closed) {
            return;
        }
    }

    /** Whether the peer closes the connection, reading what it may have sent before. */
    boolean isClosedByPeer() {
        try {
            int read = socket.getInputStream().read();
            while (read >= 0) {
                read = socket.getInputStream().read();
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Dies while others hold on to it. */
    void disconnect() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
