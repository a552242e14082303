package io.lambdafs.client.tcp;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import com.esotericsoftware.kryonet.Serialization;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameCodec;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Tells KryoNet to carry frames, and to write its own messages as frames too. No object is ever deserialized.
 *
 * <p>Of an encrypted connection only the first frame is not sealed: KryoNet's own, which gives the connection its number, and without
 * which the other end sends nothing.
 */
final class FrameSerialization implements Serialization {
    @Override
    public void write(Connection connection, ByteBuffer buffer, Object object) {
        SealedConnection sealed = sealed(connection);
        try {
            if (sealed == null || (object instanceof FrameworkMessage.RegisterTCP && !sealed.isEstablished())) {
                frameOf(object).writeTo(buffer);
            } else if (object == SealedConnection.HANDSHAKE) {
                sealed.proceed(buffer, frameOf(FrameworkMessage.keepAlive));
            } else {
                sealed.seal(frameOf(object), buffer);
            }
        } catch (SSLException e) {
            throw new KryoNetException("The connection cannot be encrypted", e);
        } catch (BufferOverflowException e) {
            // The one exception type at which KryoNet closes the connection instead of losing its place in the stream.
            throw new KryoNetException("The write buffer is full", e);
        }
    }

    @Override
    public Object read(Connection connection, ByteBuffer buffer) {
        SealedConnection sealed = sealed(connection);
        try {
            ByteBuffer body = sealed == null ? buffer : sealed.open(buffer, connection);
            if (sealed != null && !body.hasRemaining()) {
                return FrameworkMessage.keepAlive;
            }
            Frame frame = FrameCodec.read(body);
            if (!(frame instanceof Control)) {
                return frame;
            }
            Control control = (Control) frame;
            if (control.isOfActivatedInstance() && connection instanceof InstanceConnection) {
                ((InstanceConnection) connection).activated();
            }
            return libraryMessage(control);
        } catch (MalformedEnvelopeException | SSLException e) {
            throw new KryoNetException(e.getMessage(), e);
        }
    }

    private static @Nullable SealedConnection sealed(Connection connection) {
        return connection instanceof InstanceConnection ? ((InstanceConnection) connection).sealed() : null;
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
        if (object instanceof Frame) {
            return (Frame) object;
        }
        if (object instanceof FrameworkMessage.KeepAlive) {
            return new Control(Control.Kind.KEEP_ALIVE, 0);
        }
        if (object instanceof FrameworkMessage.RegisterTCP) {
            return new Control(Control.Kind.REGISTER, ((FrameworkMessage.RegisterTCP) object).connectionID);
        }
        if (object instanceof FrameworkMessage.Ping) {
            FrameworkMessage.Ping ping = (FrameworkMessage.Ping) object;
            return new Control(ping.isReply ? Control.Kind.PONG : Control.Kind.PING, ping.id);
        }
        throw new KryoNetException("No frame for " + object.getClass());
    }

    private static FrameworkMessage libraryMessage(Control control) {
        switch (control.kind()) {
            case REGISTER:
                FrameworkMessage.RegisterTCP register = new FrameworkMessage.RegisterTCP();
                register.connectionID = control.number();
                return register;
            case KEEP_ALIVE:
                return FrameworkMessage.keepAlive;
            default:
                FrameworkMessage.Ping ping = new FrameworkMessage.Ping();
                ping.id = control.number();
                ping.isReply = control.kind() == Control.Kind.PONG;
                return ping;
        }
    }
}
