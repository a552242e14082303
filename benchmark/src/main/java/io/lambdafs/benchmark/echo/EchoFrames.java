package io.lambdafs.benchmark.echo;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import com.esotericsoftware.kryonet.Serialization;
import java.nio.ByteBuffer;

/**
 * Frames that hold the caller's number and the answer's length, and are padded: the least that one connection for many callers
 * needs.
 */
final class EchoFrames implements Serialization {
    static final int HEADER_BYTES = 9;
    static final int MAX_FRAME_BYTES = 4096;
    static final int BUFFER_BYTES = 128 * 1024;

    private static final byte CALL = 0;
    private static final byte REGISTER = 1;
    private static final byte KEEP_ALIVE = 2;
    private static final byte[] PADDING = new byte[MAX_FRAME_BYTES - HEADER_BYTES];

    @Override
    public void write(Connection connection, ByteBuffer buffer, Object object) {
        if (object instanceof EchoCall call) {
            buffer.put(CALL)
                    .putInt(call.caller())
                    .putInt(call.answerBytes())
                    .put(PADDING, 0, call.bytes() - HEADER_BYTES);
        } else if (object instanceof FrameworkMessage.RegisterTCP register) {
            buffer.put(REGISTER).putInt(register.connectionID);
        } else {
            buffer.put(KEEP_ALIVE);
        }
    }

    @Override
    public Object read(Connection connection, ByteBuffer buffer) {
        byte type = buffer.get();
        return switch (type) {
            case CALL -> {
                int bytes = buffer.remaining() + Byte.BYTES;
                EchoCall call = new EchoCall(buffer.getInt(), bytes, buffer.getInt());
                buffer.position(buffer.limit());
                yield call;
            }
            case REGISTER -> {
                FrameworkMessage.RegisterTCP register = new FrameworkMessage.RegisterTCP();
                register.connectionID = buffer.getInt();
                yield register;
            }
            case KEEP_ALIVE -> FrameworkMessage.keepAlive;
            default -> throw new KryoNetException("frame type " + type);
        };
    }

    @Override
    public int getLengthLength() {
        return Integer.BYTES;
    }

    @Override
    public void writeLength(ByteBuffer buffer, int length) {
        buffer.putInt(length);
    }

    @Override
    public int readLength(ByteBuffer buffer) {
        return buffer.getInt();
    }
}
