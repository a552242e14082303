package io.lambdafs.faas.posix;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the names and attributes in a volume as they are at one moment. It has no cache, and no transaction runs again because of what it
 * has read. Used by one thread.
 *
 * <p>A store keeps older versions for a time only: {@link io.lambdafs.store.StoreException}s of kind EXPIRED say that the moment is
 * past.
 */
public final class VolumeReader {
    /** The directory that a volume has from its beginning. */
    public static final long ROOT = Inodes.ROOT;

    private final VolumeStore store;
    private final VolumeId volume;
    private final long timestamp;

    private VolumeReader(VolumeStore store, VolumeId volume, long timestamp) {
        this.store = requireNonNull(store, "store");
        this.volume = requireNonNull(volume, "volume");
        this.timestamp = timestamp;
    }

    /** What the volume has now; empty if there is no such volume. */
    public static Optional<VolumeReader> now(VolumeStore store, VolumeId volume) {
        return store.find(volume)
                .map(found -> new VolumeReader(
                        store,
                        volume,
                        store.begin(volume, 0, 0, CacheUpdate.LAZY).timestamp()));
    }

    /** An entry of a directory. */
    public Optional<VolumeFile> find(long directory, ByteString name) {
        Version entry = fetch(List.of(Item.entry(directory, name))).get(0);
        return entry.value()
                .map(link -> files(List.of(new Listing.Entry(name, entry))).get(0));
    }

    /**
     * The entries of a directory in the order of their names.
     *
     * @param after the name after which they begin; empty for all
     * @param limit how many at most
     */
    public List<VolumeFile> children(long directory, ByteString after, int limit) {
        return files(entries(directory, after, limit));
    }

    /** The number of a directory's entries after a name, counted as far as {@code limit}. */
    public int count(long directory, ByteString after, int limit) {
        return entries(directory, after, limit).size();
    }

    private List<Listing.Entry> entries(long directory, ByteString after, int limit) {
        List<Listing.Entry> found = new ArrayList<>();
        Optional<ByteString> next = Optional.of(after);
        while (next.isPresent() && found.size() < limit) {
            int wanted = Math.min(VolumeStore.MAX_LISTED, limit - found.size());
            Listing part = store.entries(volume, timestamp, directory, next.get(), wanted);
            found.addAll(part.entries());
            next = part.next();
        }
        return found;
    }

    private List<VolumeFile> files(List<Listing.Entry> entries) {
        List<Item> wanted = new ArrayList<>();
        for (Listing.Entry entry : entries) {
            Link link = link(entry);
            wanted.add(Item.field(link.inode(), Inodes.ATTRIBUTES));
            wanted.add(Item.field(link.inode(), Inodes.MODIFIED));
            wanted.add(Item.field(link.inode(), link.type() == FileType.SYMLINK ? Inodes.TARGET : Inodes.CONTENT));
        }
        Map<Item, Version> fields = byItem(wanted);
        Map<Item, Version> lengths = byItem(entries.stream()
                .map(VolumeReader::link)
                .filter(link -> link.type() == FileType.REGULAR)
                .map(link -> Item.length(content(fields, link.inode())))
                .toList());
        return entries.stream().map(entry -> file(entry, fields, lengths)).toList();
    }

    private static Link link(Listing.Entry entry) {
        return Link.of(entry.version().value().orElseThrow(() -> new IllegalStateException(entry + " has no value")));
    }

    private static VolumeFile file(Listing.Entry entry, Map<Item, Version> fields, Map<Item, Version> lengths) {
        Link link = link(entry);
        long inode = link.inode();
        long size = switch (link.type()) {
            case REGULAR -> number(lengths, Item.length(content(fields, inode)), 0);
            case DIRECTORY -> 0;
            case SYMLINK ->
                value(fields, Item.field(inode, Inodes.TARGET))
                        .map(ByteString::length)
                        .orElse(0);
        };
        int mode = value(fields, Item.field(inode, Inodes.ATTRIBUTES))
                .map(stored -> PosixAttributes.of(stored).mode())
                .orElse(0);
        return new VolumeFile(
                entry.name(), link.type(), inode, mode, size, number(fields, Item.field(inode, Inodes.MODIFIED), 0));
    }

    private static long content(Map<Item, Version> fields, long inode) {
        return number(fields, Item.field(inode, Inodes.CONTENT), inode);
    }

    private static long number(Map<Item, Version> found, Item item, long otherwise) {
        return value(found, item)
                .map(bytes -> ByteBuffer.wrap(bytes.array()).getLong())
                .orElse(otherwise);
    }

    private static Optional<ByteString> value(Map<Item, Version> found, Item item) {
        return found.getOrDefault(item, Version.NONE).value();
    }

    private Map<Item, Version> byItem(List<Item> wanted) {
        List<Version> versions = fetch(wanted);
        Map<Item, Version> found = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            found.put(wanted.get(i), versions.get(i));
        }
        return found;
    }

    /* An answer may lack the last items. */
    private List<Version> fetch(List<Item> wanted) {
        List<Version> found = new ArrayList<>(wanted.size());
        while (found.size() < wanted.size()) {
            int end = Math.min(wanted.size(), found.size() + VolumeStore.MAX_FETCHED);
            found.addAll(store.fetch(volume, timestamp, wanted.subList(found.size(), end)));
        }
        return found;
    }
}
