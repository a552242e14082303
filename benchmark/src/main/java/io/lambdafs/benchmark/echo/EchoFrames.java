package io.lambdafs.benchmark.echo;

import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import com.esotericsoftware.kryonet.Serialization;
import java.nio.ByteBuffer;

/** Frames that hold the caller's number and are padded: the least that one connection for many callers needs. */
final class EchoFrames implements Serialization {
    /** A request for a file's status, with its envelope: user, groups, request id, method and path. */
    static final int REQUEST_BYTES = 160;

    /** The file's status, with its envelope. */
    static final int RESPONSE_BYTES = 128;

    static final int BUFFER_BYTES = 128 * 1024;

    private static final byte CALL = 0;
    private static final byte REGISTER = 1;
    private static final byte KEEP_ALIVE = 2;
    private static final int HEADER_BYTES = 5;

    private final byte[] padding;

    /** Pads what it writes to this length. */
    EchoFrames(int bytes) {
        this.padding = new byte[bytes - HEADER_BYTES];
    }

    @Override
    public void write(Connection connection, ByteBuffer buffer, Object object) {
        if (object instanceof Integer caller) {
            buffer.put(CALL).putInt(caller).put(padding);
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
                Integer caller = buffer.getInt();
                buffer.position(buffer.limit());
                yield caller;
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
