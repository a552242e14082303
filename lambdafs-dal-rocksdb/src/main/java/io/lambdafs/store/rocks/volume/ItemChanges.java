package io.lambdafs.store.rocks.volume;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.Write;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the changes of one commit, and keeps what was there before. */
final class ItemChanges {
    /** How many blocks one transaction takes away at most by making objects shorter. */
    static final int MOST_CUT = 65_536;

    /** How many bytes the blocks have together that one transaction changes, what stays as it was in them included. */
    static final long MOST_BLOCK_BYTES = 128L << 20;

    /** The same, where a block counts as often as a part of it is written. That takes seconds. */
    static final long MOST_COPIED_BYTES = 2L << 30;

    private final VersionedRows rows;
    private final VolumeRow volume;
    private final Set<VolumeRule> rules;
    /** The items that were changed, with the commits that wrote what they held before. */
    private final Map<Item, Long> before = new LinkedHashMap<>();

    private long blockBytes;
    private long copiedBytes;

    ItemChanges(VersionedRows rows, VolumeRow volume, Set<VolumeRule> rules) {
        this.rows = rows;
        this.volume = volume;
        this.rules = rules;
    }

    void make(Write write) {
        if (write instanceof Write.Put put) {
            set(put.item(), Bytes.owning(put.value().array()));
            touchMembers(put.item());
        } else if (write instanceof Write.Remove remove) {
            set(remove.item(), null);
            touchMembers(remove.item());
        } else if (write instanceof Write.WriteBlock part) {
            writeBlock(part);
        } else if (write instanceof Write.Extend extend) {
            if (length(extend.object()) < extend.length()) {
                setLength(extend.object(), extend.length());
            }
        } else if (write instanceof Write.Truncate cut) {
            truncate(cut.object(), cut.length());
        } else if (write instanceof Write.Drop drop) {
            Garbage.add(rows, volume.id(), drop.object());
        }
    }

    /** The items that were changed. */
    List<LogRow.Changed> changed() {
        return before.entrySet().stream()
                .map(item -> new LogRow.Changed(item.getKey(), item.getValue()))
                .toList();
    }

    private void touchMembers(Item item) {
        if (item.kind() == Item.Kind.ENTRY) {
            set(Item.members(item.object()), Bytes.EMPTY);
        }
    }

    private void set(Item item, @Nullable Bytes value) {
        Bytes key = VolumeKeys.item(volume.id(), item);
        Bytes old = rows.latest(Table.VOLUME_ITEMS, key);
        if (old == null && value == null) {
            return;
        }
        long commit = rows.commit();
        if (!before.containsKey(item)) {
            before.put(item, old == null ? Version.ABSENT : StoredRow.commit(old));
            if (old != null && rules.contains(VolumeRule.KEEP_OLDER_VERSIONS)) {
                rows.put(
                        Table.VOLUME_UNDO,
                        VolumeKeys.undo(volume.id(), item, StoredRow.commit(old)),
                        OlderVersion.stored(commit, requireNonNull(StoredRow.value(old))));
            }
        }
        if (value == null) {
            rows.delete(Table.VOLUME_ITEMS, key);
        } else {
            rows.put(Table.VOLUME_ITEMS, key, StoredRow.of(commit, value));
        }
    }

    private void writeBlock(Write.WriteBlock part) {
        int end = part.offset() + part.bytes().length();
        if (end > volume.blockSize() || end < 0) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "bytes " + part.offset() + " to " + end + " are beyond a block, which has " + volume.blockSize());
        }
        Item item = Item.block(part.object(), part.index());
        byte[] old = value(item);
        int length = Math.max(old.length, end);
        account(before.containsKey(item) ? length - old.length : length, length);
        byte[] block = Arrays.copyOf(old, length);
        System.arraycopy(
                part.bytes().array(), 0, block, part.offset(), part.bytes().length());
        set(item, withoutZerosAtEnd(block));
    }

    /* A few bytes of a message can stand for a whole block, so the length of the message is no bound. */
    private void account(int more, int copied) {
        blockBytes += more;
        copiedBytes += copied;
        if (blockBytes > MOST_BLOCK_BYTES || copiedBytes > MOST_COPIED_BYTES) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "the blocks that a transaction changes have at most " + MOST_BLOCK_BYTES
                            + " bytes together: change less at once");
        }
    }

    private byte[] value(Item item) {
        Bytes row = rows.latest(Table.VOLUME_ITEMS, VolumeKeys.item(volume.id(), item));
        return row == null
                ? Bytes.EMPTY.array()
                : requireNonNull(StoredRow.value(row)).array();
    }

    private static Bytes withoutZerosAtEnd(byte[] block) {
        int end = block.length;
        while (end > 0 && block[end - 1] == 0) {
            end--;
        }
        return Bytes.owning(end == block.length ? block : Arrays.copyOf(block, end));
    }

    private long length(long object) {
        Bytes row = rows.latest(Table.VOLUME_ITEMS, VolumeKeys.item(volume.id(), Item.length(object)));
        return row == null ? 0 : new Decoder(row, Long.BYTES).getLong();
    }

    private void setLength(long object, long length) {
        set(Item.length(object), OlderVersion.length(length));
    }

    private void truncate(long object, long length) {
        long kept = length / volume.blockSize();
        int part = (int) (length % volume.blockSize());
        Bytes from = VolumeKeys.item(volume.id(), Item.block(object, kept));
        Bytes to = VolumeKeys.kind(volume.id(), object, Item.Kind.BLOCK).prefixEnd();
        List<Entry> beyond = rows.latest(Table.VOLUME_ITEMS, from, to, MOST_CUT + 2);
        if (beyond.size() > MOST_CUT + 1) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "a transaction cuts at most " + MOST_CUT + " blocks off an object: cut less at once");
        }
        for (Entry row : beyond) {
            Item item = VolumeKeys.itemOf(row.key());
            if (item.index() > kept || part == 0) {
                set(item, null);
            } else {
                byte[] old = value(item);
                if (old.length > part) {
                    set(item, withoutZerosAtEnd(Arrays.copyOf(old, part)));
                }
            }
        }
        if (length(object) != length) {
            setLength(object, length);
        }
    }
}
