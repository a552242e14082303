package io.lambdafs.store.rocks.volume;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.StoredRow;
import io.lambdafs.store.rocks.engine.VersionedRows;
import io.lambdafs.store.rocks.engine.VolumeWork;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.Listing;
import io.lambdafs.store.volume.Version;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Lists the entries of an object at a moment: those that are there now and were then, and those that were removed or replaced since. */
public record EntriesWork(VolumeId volume, long timestamp, long object, ByteString after, int limit)
        implements VolumeWork<Listing> {
    @Override
    public Listing run(VersionedRows rows) {
        if (limit < 1 || limit > VolumeStore.MAX_LISTED) {
            throw new StoreException(
                    Kind.INTERNAL, "1 to " + VolumeStore.MAX_LISTED + " entries are listed at once, not " + limit);
        }
        if (object < 1 || after.length() > Item.MAX_NAME) {
            throw new StoreException(Kind.INTERNAL, "no entry of object " + object + " comes after that name");
        }
        FetchWork.requireMoment(rows, VolumeRow.visible(rows, volume), timestamp);
        Bytes kind = VolumeKeys.kind(volume, object, Item.Kind.ENTRY);
        Bytes from = after.isEmpty()
                ? kind
                : VolumeKeys.item(volume, Item.entry(object, after)).next();
        NavigableMap<ByteString, Version> found = new TreeMap<>();
        List<Entry> present = rows.visible(Table.VOLUME_ITEMS, from, kind.prefixEnd(), limit + 1);
        boolean more = present.size() > limit;
        for (Entry row : present.subList(0, Math.min(limit, present.size()))) {
            long commit = StoredRow.commit(row.value());
            if (commit <= timestamp) {
                found.put(VolumeKeys.nameOf(row.key()), OlderVersion.version(commit, row.value()));
            }
        }
        Optional<ByteString> last =
                more ? Optional.of(VolumeKeys.nameOf(present.get(limit - 1).key())) : Optional.empty();
        if (isChangedSince(rows)) {
            addOlder(rows, kind, last, found);
        }
        return page(found, last);
    }

    private boolean isChangedSince(VersionedRows rows) {
        Bytes members = rows.visible(Table.VOLUME_ITEMS, VolumeKeys.item(volume, Item.members(object)));
        return members != null && StoredRow.commit(members) > timestamp;
    }

    /* The rows are in the order of the names' lengths, so all must be looked at. */
    private void addOlder(
            VersionedRows rows, Bytes kind, Optional<ByteString> last, NavigableMap<ByteString, Version> found) {
        for (Entry row : rows.visible(Table.VOLUME_UNDO, kind, kind.prefixEnd(), Integer.MAX_VALUE)) {
            VolumeKeys.Older older = VolumeKeys.Older.of(row.key());
            boolean wasThere = older.commit() <= timestamp && StoredRow.commit(row.value()) > timestamp;
            boolean isOnPage = older.name().compareTo(after) > 0
                    && last.map(end -> older.name().compareTo(end) <= 0).orElse(true);
            if (wasThere && isOnPage) {
                found.put(older.name(), OlderVersion.version(older.commit(), row.value()));
            }
        }
    }

    private Listing page(NavigableMap<ByteString, Version> found, Optional<ByteString> last) {
        List<Listing.Entry> entries = found.entrySet().stream()
                .limit(limit)
                .map(entry -> new Listing.Entry(entry.getKey(), entry.getValue()))
                .toList();
        return new Listing(
                entries,
                found.size() > limit ? Optional.of(entries.get(limit - 1).name()) : last);
    }
}
