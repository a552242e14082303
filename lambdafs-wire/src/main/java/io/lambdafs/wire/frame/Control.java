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

    /** In place of the 0 of an ordinary sign of life. */
    private static final int ACTIVATED = 1;

    private final Kind kind;
    private final int number;

    public Control(Kind kind, int number) {
        this.kind = kind;
        this.number = number;
    }

    /** A sign of life of an instance that the platform has just called: clients need not do so to keep it warm. */
    public static Control ofActivatedInstance() {
        return new Control(Kind.KEEP_ALIVE, ACTIVATED);
    }

    /** Whether the platform has just called the instance that sends this sign of life. */
    public boolean isOfActivatedInstance() {
        return kind == Kind.KEEP_ALIVE && number == ACTIVATED;
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
