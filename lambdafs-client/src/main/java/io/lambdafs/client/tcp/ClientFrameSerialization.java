package io.lambdafs.client.tcp;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameCodec;
import io.lambdafs.wire.kryonet.FrameSerialization;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client's end.
 *
 * <p>Of an encrypted connection only the first frame is not sealed: KryoNet's own, which gives the connection its number, and without
 * which the other end sends nothing.
 */
final class ClientFrameSerialization extends FrameSerialization {
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
            if (frame instanceof Control
                    && ((Control) frame).isOfActivatedInstance()
                    && connection instanceof InstanceConnection) {
                ((InstanceConnection) connection).activated();
            }
            return messageOf(frame);
        } catch (MalformedEnvelopeException | SSLException e) {
            throw new KryoNetException(e.getMessage(), e);
        }
    }

    private static @Nullable SealedConnection sealed(Connection connection) {
        return connection instanceof InstanceConnection ? ((InstanceConnection) connection).sealed() : null;
    }
}
