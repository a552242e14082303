package io.lambdafs.namenode.rpc;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.frame.FrameCodec;
import io.lambdafs.wire.kryonet.FrameSerialization;
import io.lambdafs.wire.tls.SealedFrames;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * An instance's end.
 *
 * <p>Over an encrypted connection the first frame, which gives the connection its number, is the only one that is not sealed:
 * KryoNet waits for it before anything can be sent.
 */
final class InstanceFrameSerialization extends FrameSerialization {
    /** Sent to have TLS say what it has to say. */
    static final Object HANDSHAKE = new Object();

    private final @Nullable SealedFrames sealed;
    private boolean registered;

    /**
     * For one connection.
     *
     * @param sealed seals its frames; null for a plain connection
     */
    InstanceFrameSerialization(@Nullable SealedFrames sealed) {
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
            Object read = frame.hasRemaining() ? messageOf(FrameCodec.read(frame)) : FrameworkMessage.keepAlive;
            for (int i = 0; i < SealedFrames.MAX_HANDSHAKE_RECORDS && sealed.wantsToSpeak(); i++) {
                int unused = connection.sendTCP(HANDSHAKE);
            }
            return read;
        } catch (MalformedEnvelopeException | SSLException e) {
            throw new KryoNetException("Malformed frame", e);
        }
    }

    private Object register(ByteBuffer buffer) throws MalformedEnvelopeException {
        Object read = messageOf(FrameCodec.read(buffer));
        if (sealed != null && !(read instanceof FrameworkMessage.RegisterTCP)) {
            throw new MalformedEnvelopeException("a frame that is not encrypted");
        }
        registered = true;
        return read;
    }
}
