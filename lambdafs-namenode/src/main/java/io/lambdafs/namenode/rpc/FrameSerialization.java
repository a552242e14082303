package io.lambdafs.namenode.rpc;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import com.esotericsoftware.kryonet.Serialization;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameCodec;
import io.lambdafs.wire.tls.SealedFrames;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Tells KryoNet to carry frames, and to write its own messages as frames too. No object is ever deserialized.
 *
 * <p>Over an encrypted connection the first frame, which gives the connection its number, is the only one that is not sealed:
 * KryoNet waits for it before anything can be sent.
 */
final class FrameSerialization implements Serialization {
    /** Sent to have TLS say what it has to say. */
    static final Object HANDSHAKE = new Object();

    private final @Nullable SealedFrames sealed;
    private boolean registered;

    /**
     * For one connection.
     *
     * @param sealed seals its frames; null for a plain connection
     */
    FrameSerialization(@Nullable SealedFrames sealed) {
        this.sealed = sealed;
    }

    @Override
    public void write(Connection connection, ByteBuffer buffer, Object object) {
        try {
            if (sealed == null) {
                frameOf(object).writeTo(buffer);
            } else {
                seal(sealed, buffer, object);
            }
        } catch (BufferOverflowException e) {
            // The one exception type at which KryoNet closes the connection instead of losing its place in the stream.
            throw new KryoNetException("The write buffer is full", e);
        } catch (SSLException e) {
            throw new KryoNetException("The connection cannot be encrypted", e);
        }
    }

    private static void seal(SealedFrames sealed, ByteBuffer buffer, Object object) throws SSLException {
        int before = buffer.position();
        if (object == HANDSHAKE) {
            sealed.proceed(buffer);
        }
        // Another thread may have said it already, and a frame has something in it.
        if (buffer.position() == before) {
            sealed.seal(frameOf(object == HANDSHAKE ? FrameworkMessage.keepAlive : object)::writeTo, buffer);
        }
    }

    @Override
    public Object read(Connection connection, ByteBuffer buffer) {
        try {
            if (sealed == null || !registered) {
                return register(buffer);
            }
            ByteBuffer frame = sealed.open(buffer);
            Object read = frame.hasRemaining() ? message(FrameCodec.read(frame)) : FrameworkMessage.keepAlive;
            for (int i = 0; i < SealedFrames.MAX_HANDSHAKE_RECORDS && sealed.wantsToSpeak(); i++) {
                int unused = connection.sendTCP(HANDSHAKE);
            }
            return read;
        } catch (MalformedEnvelopeException | SSLException e) {
            throw new KryoNetException("Malformed frame", e);
        }
    }

    private Object register(ByteBuffer buffer) throws MalformedEnvelopeException {
        Object read = message(FrameCodec.read(buffer));
        if (sealed != null && !(read instanceof FrameworkMessage.RegisterTCP)) {
            throw new MalformedEnvelopeException("a frame that is not encrypted");
        }
        registered = true;
        return read;
    }

    private static Object message(Frame frame) {
        return frame instanceof Control control ? libraryMessage(control) : frame;
    }

    @Override
    public int getLengthLength() {
        return 4;
    }

    @Override
    public void writeLength(ByteBuffer buffer, int length) {
        buffer.putInt(length);
    }

    @Override
    public int readLength(ByteBuffer buffer) {
        return buffer.getInt();
    }

    private static Frame frameOf(Object object) {
        if (object instanceof Frame frame) {
            return frame;
        }
        if (object instanceof FrameworkMessage.KeepAlive) {
            return new Control(Control.Kind.KEEP_ALIVE, 0);
        }
        if (object instanceof FrameworkMessage.RegisterTCP register) {
            return new Control(Control.Kind.REGISTER, register.connectionID);
        }
        if (object instanceof FrameworkMessage.Ping ping) {
            return new Control(ping.isReply ? Control.Kind.PONG : Control.Kind.PING, ping.id);
        }
        throw new KryoNetException("No frame for " + object.getClass());
    }

    private static FrameworkMessage libraryMessage(Control control) {
        return switch (control.kind()) {
            case REGISTER -> {
                var register = new FrameworkMessage.RegisterTCP();
                register.connectionID = control.number();
                yield register;
            }
            case KEEP_ALIVE -> FrameworkMessage.keepAlive;
            case PING, PONG -> {
                var ping = new FrameworkMessage.Ping();
                ping.id = control.number();
                ping.isReply = control.kind() == Control.Kind.PONG;
                yield ping;
            }
        };
    }
}
