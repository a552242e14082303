package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts that arrive on one connection together again. The parts of a message follow each other, so there is at
 * most one unfinished message. For one thread.
 */
public final class MessageAssembler {
    private final int maxBytes;
    private byte @Nullable [] partial;
    private long call;
    private int total;
    private int filled;

    /** Refuses messages longer than this. */
    public MessageAssembler(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Takes the next part.
     *
     * @return the message that it completes, or null
     * @throws MalformedEnvelopeException if it does not continue what was begun, or the message is too long
     */
    public @Nullable Message accept(MessagePart part) throws MalformedEnvelopeException {
        if (part.total() > maxBytes) {
            throw new MalformedEnvelopeException("a message of " + part.total() + " bytes exceeds " + maxBytes);
        }
        if (partial == null) {
            return begin(part);
        }
        if (part.call() != call || part.total() != total || part.offset() != filled) {
            throw new MalformedEnvelopeException("a part does not continue the message before it");
        }
        return append(part, partial);
    }

    private @Nullable Message begin(MessagePart part) throws MalformedEnvelopeException {
        if (part.offset() != 0) {
            throw new MalformedEnvelopeException("a message begins at offset " + part.offset());
        }
        if (part.length() == part.total()) {
            return new Message(part.call(), part.bytes());
        }
        call = part.call();
        total = part.total();
        filled = 0;
        return append(part, new byte[0]);
    }

    /** Grows with what has arrived, not with what was announced. */
    private @Nullable Message append(MessagePart part, byte[] before) {
        int end = filled + part.length();
        byte[] bytes = before;
        if (bytes.length < end) {
            bytes = Arrays.copyOf(before, Math.min(total, Math.max(end, 2 * before.length)));
        }
        part.copyTo(bytes);
        filled = end;
        if (filled < total) {
            partial = bytes;
            return null;
        }
        partial = null;
        return new Message(call, bytes);
    }
}
