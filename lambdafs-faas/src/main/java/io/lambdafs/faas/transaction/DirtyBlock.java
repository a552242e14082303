package io.lambdafs.faas.transaction;

import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Write;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A block that a transaction has written to. Its other bytes are only read when the transaction needs them. */
final class DirtyBlock {
    private final byte[] bytes;
    private final Ranges written = new Ranges();
    private boolean whole;

    DirtyBlock(int size) {
        bytes = new byte[size];
    }

    void write(int at, byte[] from, int begin, int length) {
        System.arraycopy(from, begin, bytes, at, length);
        written.add(at, at + length);
    }

    /** Copies a part of it; reads what it holds besides what the transaction has written if the part needs that. */
    void read(int at, byte[] into, int begin, int length, Supplier<byte[]> base) {
        if (!whole && !written.covers(at, at + length)) {
            fill(base.get());
        }
        System.arraycopy(bytes, at, into, begin, length);
    }

    private void fill(byte[] base) {
        byte[] own = Arrays.copyOf(bytes, bytes.length);
        Arrays.fill(bytes, (byte) 0);
        System.arraycopy(base, 0, bytes, 0, Math.min(base.length, bytes.length));
        for (int i = 0; i < written.count(); i++) {
            System.arraycopy(own, written.from(i), bytes, written.from(i), written.to(i) - written.from(i));
        }
        whole = true;
    }

    /** All from a byte on is zero, and counts as not written. */
    void cut(int from) {
        Arrays.fill(bytes, from, bytes.length, (byte) 0);
        written.cut(from);
    }

    /** What the block holds after a commit; null if that is not known. */
    byte @Nullable [] known() {
        return whole || written.covers(0, bytes.length) ? bytes : null;
    }

    /** What the block holds after a commit, if it held only zeros before. */
    byte[] all() {
        return bytes;
    }

    void addWrites(long object, long index, List<Write> writes) {
        for (int i = 0; i < written.count(); i++) {
            writes.add(new Write.WriteBlock(
                    object, index, written.from(i), ByteString.copy(bytes, written.from(i), written.to(i))));
        }
    }
}
