package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A piece of the request or the response of one call. Which of the two is told by the direction; the call number ties
 * them together on this connection.
 */
public final class MessagePart implements Frame {
    static final byte TYPE = 17;

    /** What a piece is longer as a frame. */
    static final int HEADER_BYTES = 1 + Long.BYTES + 2 * Integer.BYTES;

    private final long call;
    private final int total;
    private final int offset;
    private final byte[] message;
    private final int from;
    private final int length;

    private MessagePart(long call, int total, int offset, byte[] message, int from, int length) {
        this.call = call;
        this.total = total;
        this.offset = offset;
        this.message = message;
        this.from = from;
        this.length = length;
    }

    /** The piece of this message that begins at the offset, as long as a frame may be. */
    static MessagePart of(long call, byte[] message, int offset) {
        int length = Math.min(message.length - offset, FrameLimits.MAX_PART_BYTES);
        return new MessagePart(call, message.length, offset, message, offset, length);
    }

    long call() {
        return call;
    }

    /** The length of the whole message. */
    int total() {
        return total;
    }

    /** Where in the message the piece begins. */
    int offset() {
        return offset;
    }

    int length() {
        return length;
    }

    /** The piece's own bytes. */
    byte[] bytes() {
        return from == 0 && length == message.length ? message : Arrays.copyOfRange(message, from, from + length);
    }

    void copyTo(byte[] target) {
        System.arraycopy(message, from, target, offset, length);
    }

    @Override
    public void writeTo(ByteBuffer out) {
        out.put(TYPE).putLong(call).putInt(total).putInt(offset).put(message, from, length);
    }

    static MessagePart read(ByteBuffer in) throws MalformedEnvelopeException {
        long call = in.getLong();
        int total = in.getInt();
        int offset = in.getInt();
        int length = in.remaining();
        if (total < 1 || offset < 0 || length < 1 || length > total - offset) {
            throw new MalformedEnvelopeException(
                    "a part of " + length + " bytes at " + offset + " is none of a message of " + total);
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new MessagePart(call, total, offset, bytes, 0, length);
    }
}
