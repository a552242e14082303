package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Pieces of messages that travel together. What many callers send at the same time costs one write to the network and one
 * wake-up of the reader, instead of one each.
 */
public final class Batch implements Frame {
    /** The most pieces in one; what the reader answers them with comes as late as the last is read. */
    static final int MAX_PARTS = 16;

    static final byte TYPE = 18;

    private final List<MessagePart> parts;

    /** Pieces in their order; together not longer than a frame may be. */
    Batch(List<MessagePart> parts) {
        this.parts = Collections.unmodifiableList(new ArrayList<>(parts));
    }

    /** At least one, in the order in which they were sent. */
    public List<MessagePart> parts() {
        return parts;
    }

    @Override
    public void writeTo(ByteBuffer out) {
        out.put(TYPE);
        for (MessagePart part : parts) {
            out.putInt(MessagePart.HEADER_BYTES + part.length());
            part.writeTo(out);
        }
    }

    /** How much longer a batch gets by a piece of so many bytes. */
    static int bytesOf(int length) {
        return Integer.BYTES + MessagePart.HEADER_BYTES + length;
    }

    static Batch read(ByteBuffer in) throws MalformedEnvelopeException {
        List<MessagePart> parts = new ArrayList<>();
        int end = in.limit();
        while (in.position() < end) {
            int length = in.getInt();
            if (length < 1 || length > end - in.position() || parts.size() == MAX_PARTS) {
                throw new MalformedEnvelopeException("a batch has too many pieces or one of " + length + " bytes");
            }
            in.limit(in.position() + length);
            if (in.get() != MessagePart.TYPE) {
                throw new MalformedEnvelopeException("a batch holds something else than pieces of messages");
            }
            parts.add(MessagePart.read(in));
            in.limit(end);
        }
        if (parts.isEmpty()) {
            throw new MalformedEnvelopeException("a batch is empty");
        }
        return new Batch(parts);
    }
}
