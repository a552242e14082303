package io.lambdafs.wire.kryonet;

import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.KryoNetException;
import com.esotericsoftware.kryonet.Serialization;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import java.nio.ByteBuffer;

/**
 * Tells KryoNet to carry frames, each behind its length in four bytes, and to write its own messages as frames too. No object is ever
 * deserialized. What each end adds is how it encrypts.
 */
public abstract class FrameSerialization implements Serialization {
    /** For an end of a connection. */
    protected FrameSerialization() {}

    @Override
    public final int getLengthLength() {
        return Integer.BYTES;
    }

    @Override
    public final void writeLength(ByteBuffer buffer, int length) {
        buffer.putInt(length);
    }

    @Override
    public final int readLength(ByteBuffer buffer) {
        return buffer.getInt();
    }

    /**
     * The frame of what is sent.
     *
     * @throws KryoNetException if it is neither a frame nor a message of KryoNet's that a peer may get
     */
    protected static Frame frameOf(Object object) {
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

    /** What KryoNet is given for a frame: its own message if that is what the frame carries, otherwise the frame. */
    protected static Object messageOf(Frame frame) {
        if (!(frame instanceof Control)) {
            return frame;
        }
        Control control = (Control) frame;
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
