package io.lambdafs.faas.transaction;

import io.lambdafs.store.volume.Assertion;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a transaction has read and written of the blocks of one object. */
final class LocalObject {
    private static final long NOTHING_CUT = Long.MAX_VALUE;

    private final long object;
    private final boolean fresh;
    private final long base;
    private final int blockSize;
    private final NavigableMap<Long, DirtyBlock> dirty = new TreeMap<>();
    /** The commits that wrote the blocks which the transaction has read. */
    private final Map<Long, Long> read = new HashMap<>();

    private long length;
    private long writtenTo;
    /** What the object had from here on is gone. */
    private long cut = NOTHING_CUT;

    private long least;
    private boolean exact;
    private long lastFetched = -1;

    /**
     * An object.
     *
     * @param fresh whether the transaction has made it, so that nobody else knows it
     * @param base its length when the transaction began
     */
    LocalObject(long object, boolean fresh, long base, int blockSize) {
        this.object = object;
        this.fresh = fresh;
        this.base = base;
        this.blockSize = blockSize;
        length = base;
    }

    boolean isFresh() {
        return fresh;
    }

    /** Whether the transaction has decided the length itself, so that it relies on no other. */
    private boolean isDecided() {
        return fresh || cut != NOTHING_CUT;
    }

    /** Its length, on which the transaction relies from now on. */
    long observeLength() {
        if (!isDecided()) {
            exact = true;
        }
        return length;
    }

    /** How many of so many bytes at an offset can be read; the transaction relies on that from now on. */
    int observe(long offset, int wanted) {
        if (offset >= length || length - offset < wanted) {
            observeLength();
            return (int) Math.max(0, Math.min(wanted, length - offset));
        }
        if (!isDecided()) {
            least = Math.max(least, Math.min(offset + wanted, base));
        }
        return wanted;
    }

    DirtyBlock dirtyToWrite(long index) {
        return dirty.computeIfAbsent(index, any -> new DirtyBlock(blockSize));
    }

    @Nullable
    DirtyBlock dirty(long index) {
        return dirty.get(index);
    }

    int dirtyBlocks() {
        return dirty.size();
    }

    void wroteTo(long end) {
        writtenTo = Math.max(writtenTo, end);
        length = Math.max(length, end);
    }

    /** How many bytes of a block are those that the object had when the transaction began: the rest is zero. */
    int baseBytes(long index) {
        if (fresh) {
            return 0;
        }
        long left = cut - Math.min(cut, index * blockSize);
        return (int) Math.min(blockSize, left);
    }

    /** Notes that the transaction relies on a block; returns whether that is new. */
    boolean relyOn(long index, long commit) {
        return read.put(index, commit) == null;
    }

    boolean isRead(long index) {
        return read.containsKey(index);
    }

    /** The block that was fetched last, to see whether blocks are read one after the other. */
    long lastFetched() {
        return lastFetched;
    }

    void fetched(long index) {
        lastFetched = index;
    }

    void truncate(long to) {
        cut = Math.min(cut, to);
        length = to;
        writtenTo = Math.min(writtenTo, to);
        dirty.tailMap((to + blockSize - 1) / blockSize, true).clear();
        Map.Entry<Long, DirtyBlock> last = dirty.lastEntry();
        if (last != null && (last.getKey() + 1) * blockSize > to) {
            last.getValue().cut((int) (to - last.getKey() * blockSize));
        }
    }

    long length() {
        return length;
    }

    void addAssertions(List<Assertion> assertions) {
        read.forEach((index, commit) -> assertions.add(new Assertion.Unchanged(Item.block(object, index), commit)));
        if (exact) {
            assertions.add(new Assertion.LengthIs(object, base));
        } else if (least > 0) {
            assertions.add(new Assertion.LengthAtLeast(object, least));
        }
    }

    void addWrites(List<Write> writes) {
        if (!fresh && cut != NOTHING_CUT) {
            writes.add(new Write.Truncate(object, cut));
        }
        dirty.forEach((index, block) -> block.addWrites(object, index, writes));
        if (!isDecided()) {
            if (writtenTo > 0) {
                writes.add(new Write.Extend(object, writtenTo));
            }
        } else if (length > (fresh ? 0 : cut)) {
            writes.add(new Write.Extend(object, length));
        }
    }

    /** Whether the length after a commit is known: it was relied on, or decided. */
    boolean isLengthKnown() {
        return isDecided() || exact;
    }

    boolean isCut() {
        return cut != NOTHING_CUT;
    }

    boolean hasWritten() {
        return isCut() || writtenTo > 0;
    }

    Map<Long, DirtyBlock> dirty() {
        return dirty;
    }
}
