package io.lambdafs.namenode.message;

/**
 * Counts the fields of an encoded protobuf message without building it.
 *
 * <p>A message takes memory by its fields, not by its bytes: an empty element of a repeated field has two bytes on the wire and
 * some 150 in memory. The parser has no bound on fields, so that a caller counts them first. The count does not need the
 * message's type: whatever has a length is looked into as if it were a message, up to the first byte that cannot be one. So the
 * count is never below what the parser would build, and texts add a few fields at most where they happen to look like some.
 *
 * <p>Wire format: protobuf's encoding, as its documentation specifies it.
 */
public final class FieldCount {
    /** The parser refuses deeper messages by itself, before it has built what is below. */
    private static final int MAX_DEPTH = 100;

    private static final int WIRE_TYPE_BITS = 3;
    private static final int WIRE_TYPE_MASK = 7;
    private static final int LAST_WIRE_TYPE = 5;
    private static final int MAX_VARINT_BYTES = 10;

    private final byte[] message;
    private final int bound;
    private int count;

    private FieldCount(byte[] message, int bound) {
        this.message = message;
        this.bound = bound;
    }

    /** Whether a message has more fields than this, those of messages inside of it included. Takes time linear in its length. */
    public static boolean exceeds(byte[] message, int bound) {
        // A field has one byte at least.
        if (message.length <= bound) {
            return false;
        }
        FieldCount fields = new FieldCount(message, bound);
        fields.countIn(0, message.length, 0);
        return fields.count > bound;
    }

    private void countIn(int from, int to, int depth) {
        int at = from;
        while (at < to && count <= bound) {
            int valueAt = afterVarint(at, to);
            long tag = valueAt < 0 ? 0 : varint(at, valueAt);
            int wireType = (int) tag & WIRE_TYPE_MASK;
            if (tag >>> WIRE_TYPE_BITS == 0 || wireType > LAST_WIRE_TYPE) {
                return;
            }
            count++;
            at = afterValue(wireType, valueAt, to, depth);
            if (at < 0) {
                return;
            }
        }
    }

    /** Where the field's value ends; negative where the bytes are no message. */
    private int afterValue(int wireType, int at, int to, int depth) {
        return switch (wireType) {
            case 0 -> afterVarint(at, to);
            case 1 -> at + Long.BYTES;
            case 2 -> afterLengthDelimited(at, to, depth);
            // The two ends of a group: what is between them is read as fields of the message.
            case 3, 4 -> at;
            default -> at + Integer.BYTES;
        };
    }

    private int afterLengthDelimited(int at, int to, int depth) {
        int begin = afterVarint(at, to);
        if (begin < 0) {
            return -1;
        }
        long length = varint(at, begin);
        if (length < 0 || length > to - begin) {
            return -1;
        }
        int end = begin + (int) length;
        if (depth < MAX_DEPTH) {
            countIn(begin, end, depth + 1);
        }
        return end;
    }

    /** The index after the varint that begins here; negative if it does not end in time. */
    private int afterVarint(int from, int to) {
        for (int at = from; at < to && at < from + MAX_VARINT_BYTES; at++) {
            if (message[at] >= 0) {
                return at + 1;
            }
        }
        return -1;
    }

    private long varint(int from, int to) {
        long value = 0;
        for (int at = to - 1; at >= from; at--) {
            value = value << 7 | (message[at] & 0x7f);
        }
        return value;
    }
}
