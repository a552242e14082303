package io.lambdafs.client.tcp;

import io.lambdafs.wire.frame.Challenge;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameCodec;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.tls.SealedFrames;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** The other end of an encrypted connection, frame by frame: what an instance that misbehaves would send. */
final class SealedInstance implements AutoCloseable {
    private static final int BODY = FrameLimits.MAX_SEALED_BYTES + SealedFrames.RECORD_BYTES;

    private final Socket socket;
    private final DataInputStream in;
    private final SealedFrames frames;

    /** Connects, and does nothing more. */
    SealedInstance(ReverseServer server, byte[] certificate) throws IOException {
        String endpoint = server.endpoint();
        int colon = endpoint.lastIndexOf(':');
        socket = new Socket(endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        frames = SealedFrames.ofClient(TlsContexts.pinned(certificate), FrameLimits.MAX_FRAME_BYTES);
    }

    SealedInstance(ReverseServer server) throws IOException {
        this(server, server.certificate());
    }

    /** Goes through the handshake, and returns the client's challenge. */
    Challenge awaitChallenge() throws Exception {
        readBody();
        speak();
        while (true) {
            ByteBuffer frame = frames.open(ByteBuffer.wrap(readBody()));
            while (frames.wantsToSpeak()) {
                speak();
            }
            if (frame.hasRemaining() && FrameCodec.read(frame) instanceof Challenge challenge) {
                return challenge;
            }
        }
    }

    /** Sends a frame, sealed; returns the bytes, to send them once more. */
    byte[] send(Frame frame) throws IOException {
        ByteBuffer body = ByteBuffer.allocate(BODY);
        frames.seal(frame::writeTo, body);
        return send(body);
    }

    /** Sends a body as it is. */
    void sendBody(byte[] body) throws IOException {
        ByteBuffer copy = ByteBuffer.allocate(body.length).put(body);
        byte[] unused = send(copy);
    }

    /** The next request, opened. */
    byte[] awaitRequest() throws Exception {
        while (true) {
            ByteBuffer frame = frames.open(ByteBuffer.wrap(readBody()));
            byte[] bytes = new byte[frame.remaining()];
            frame.get(bytes);
            if (bytes.length > 0 && !(FrameCodec.read(ByteBuffer.wrap(bytes)) instanceof Control)) {
                return bytes;
            }
        }
    }

    private void speak() throws IOException {
        ByteBuffer body = ByteBuffer.allocate(BODY);
        frames.proceed(body);
        byte[] unused = send(body);
    }

    private byte[] send(ByteBuffer body) throws IOException {
        byte[] bytes = new byte[body.position()];
        body.flip();
        body.get(bytes);
        ByteBuffer whole = ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes);
        socket.getOutputStream().write(whole.array());
        return bytes;
    }

    private byte[] readBody() throws IOException {
        byte[] body = new byte[in.readInt()];
        in.readFully(body);
        return body;
    }

    /** Whether the peer has closed the connection by now. */
    boolean isOver() {
        try {
            socket.setSoTimeout(1);
            int read = in.read();
            while (read >= 0) {
                read = in.read();
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Whether the peer closes the connection, reading what it may have sent before. */
    boolean isClosedByPeer() {
        try {
            int read = in.read();
            while (read >= 0) {
                read = in.read();
            }
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
