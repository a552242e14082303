package io.lambdafs.store.rocks.keyvalue;

import org.jspecify.annotations.Nullable;

/**
 * Writes a batch in the form in which RocksDB logs it, which its releases keep. So one call hands over all rows, where a call for
 * each row takes longer than what RocksDB does with it.
 *
 * <p>A batch is a sequence number (8 bytes, set by RocksDB), the number of rows (4 bytes, the lowest first), and the
 * rows. Each row is a tag, the column family, the key with its length and, unless the row is deleted, the value with
 * its length.
 */
final class BatchEncoder {
    private static final int COUNT_AT = 8;
    private static final int DELETION = 0x4;
    private static final int VALUE = 0x5;
    private static final int USUAL_BYTES = 4096;

    private final Encoder out = new Encoder(USUAL_BYTES).putLong(0).putInt(0);
    private int count;

    /** Puts a row of a column family other than the default one; deletes it if there is no value. */
    void add(int family, Bytes key, @Nullable Bytes value) {
        out.putByte(value == null ? DELETION : VALUE);
        putNumber(family);
        put(key);
        if (value != null) {
            put(value);
        }
        count++;
    }

    private void put(Bytes bytes) {
        putNumber(bytes.length());
        out.putRest(bytes.array());
    }

    /* Seven bits a byte, the lowest first; the highest bit says that another byte follows. */
    private void putNumber(int number) {
        int left = number;
        while (left >= 0x80) {
            out.putByte(left | 0x80);
            left >>>= 7;
        }
        out.putByte(left);
    }

    byte[] bytes() {
        for (int i = 0; i < Integer.BYTES; i++) {
            out.setByte(COUNT_AT + i, count >>> (Byte.SIZE * i));
        }
        return out.toArray();
    }
}
