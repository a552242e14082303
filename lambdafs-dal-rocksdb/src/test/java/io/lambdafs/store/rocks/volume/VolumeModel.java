package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.Write;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What a volume holds after each commit, if the commits are executed one after the other in the order of their numbers. */
public final class VolumeModel {
    private final int blockSize;
    private final NavigableMap<Long, Map<Item, Version>> states = new TreeMap<>();
    private Map<Item, Version> state = new HashMap<>();

    public VolumeModel(int blockSize) {
        this.blockSize = blockSize;
        states.put(0L, Map.of());
    }

    /** The next commit. */
    public void commit(long number, List<Write> writes) {
        state = new HashMap<>(state);
        for (Write write : writes) {
            apply(number, write);
        }
        states.put(number, Map.copyOf(state));
    }

    /** What an item holds at a moment. */
    Version at(long timestamp, Item item) {
        return states.floorEntry(timestamp).getValue().getOrDefault(item, Version.NONE);
    }

    /** All that the volume holds at a moment. */
    public Map<Item, Version> all(long timestamp) {
        return states.floorEntry(timestamp).getValue();
    }

    /** How long an object is at a moment. */
    long length(long timestamp, long object) {
        return number(at(timestamp, Item.length(object)));
    }

    /** The entries of an object at a moment. */
    NavigableMap<ByteString, Version> entries(long timestamp, long object) {
        NavigableMap<ByteString, Version> found = new TreeMap<>();
        states.floorEntry(timestamp).getValue().forEach((item, version) -> {
            if (item.kind() == Item.Kind.ENTRY && item.object() == object) {
                found.put(item.name(), version);
            }
        });
        return found;
    }

    static long number(Version length) {
        return length.value()
                .map(bytes -> ByteBuffer.wrap(bytes.array()).getLong())
                .orElse(0L);
    }

    private void apply(long number, Write write) {
        if (write instanceof Write.Put put) {
            set(number, put.item(), put.value());
            touchMembers(number, put.item());
        } else if (write instanceof Write.Remove remove) {
            state.remove(remove.item());
            touchMembers(number, remove.item());
        } else if (write instanceof Write.WriteBlock part) {
            Item item = Item.block(part.object(), part.index());
            byte[] block = whole(item);
            System.arraycopy(
                    part.bytes().array(), 0, block, part.offset(), part.bytes().length());
            set(number, item, ByteString.owning(block));
        } else if (write instanceof Write.Extend extend) {
            if (current(extend.object()) < extend.length()) {
                setLength(number, extend.object(), extend.length());
            }
        } else if (write instanceof Write.Truncate cut) {
            truncate(number, cut);
        }
    }

    private void touchMembers(long number, Item item) {
        if (item.kind() == Item.Kind.ENTRY) {
            set(number, Item.members(item.object()), ByteString.EMPTY);
        }
    }

    private void truncate(long number, Write.Truncate cut) {
        for (Item item : List.copyOf(state.keySet())) {
            if (item.kind() == Item.Kind.BLOCK && item.object() == cut.object()) {
                // The place of a block's first byte may be more than a number can say.
                long last = cut.length() / blockSize;
                int part = (int) (cut.length() % blockSize);
                if (item.index() > last || (item.index() == last && part == 0)) {
                    state.remove(item);
                } else if (item.index() == last) {
                    byte[] block = whole(item);
                    byte[] kept = Arrays.copyOf(Arrays.copyOf(block, part), blockSize);
                    if (!Arrays.equals(block, kept)) {
                        set(number, item, ByteString.owning(kept));
                    }
                }
            }
        }
        if (current(cut.object()) != cut.length()) {
            setLength(number, cut.object(), cut.length());
        }
    }

    private byte[] whole(Item item) {
        return Arrays.copyOf(
                state.getOrDefault(item, Version.NONE)
                        .value()
                        .orElse(ByteString.EMPTY)
                        .array(),
                blockSize);
    }

    private long current(long object) {
        return number(state.getOrDefault(Item.length(object), Version.NONE));
    }

    private void setLength(long number, long object, long length) {
        set(
                number,
                Item.length(object),
                ByteString.owning(
                        ByteBuffer.allocate(Long.BYTES).putLong(length).array()));
    }

    private void set(long number, Item item, ByteString value) {
        state.put(item, new Version(number, Optional.of(value)));
    }
}
