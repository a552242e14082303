package io.lambdafs.wire.frame;

import java.nio.ByteBuffer;

/** A frame of the networking library's own: registration, sign of life, round trip. */
public final class Control implements Frame {
    /** What it is for; the number is the frame's type on the wire. */
    public enum Kind {
        /** Tells the instance the number of its connection. */
        REGISTER(1),
        /** A sign of life. */
        KEEP_ALIVE(2),
        /** Asks for a {@link #PONG} with the same number. */
        PING(3),
        /** Answers a {@link #PING}. */
        PONG(4);

        private final byte type;

        Kind(int type) {
            this.type = (byte) type;
        }
    }

    private final Kind kind;
    private final int number;

    public Control(Kind kind, int number) {
        this.kind = kind;
        this.number = number;
    }

    public Kind kind() {
        return kind;
    }

    public int number() {
        return number;
    }

    @Override
    public void writeTo(ByteBuffer out) {
        out.put(kind.type).putInt(number);
    }

    static boolean isType(byte type) {
        return type >= 1 && type <= Kind.values().length;
    }

    static Control read(byte type, ByteBuffer in) {
        return new Control(Kind.values()[type - 1], in.getInt());
    }
}
