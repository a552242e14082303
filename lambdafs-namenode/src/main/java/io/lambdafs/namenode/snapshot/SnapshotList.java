package io.lambdafs.namenode.snapshot;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The snapshots of one directory, as the store has them. */
public final class SnapshotList {
    /** As many as HDFS allows for a directory by default. */
    public static final int MOST = 1 << 16;

    private static final int PAGE = 1000;

    private final Transaction tx;
    private final INodeId directory;

    /** Those of this directory. */
    public SnapshotList(Transaction tx, INodeId directory) {
        this.tx = requireNonNull(tx, "tx");
        this.directory = requireNonNull(directory, "directory");
    }

    /** All of them in the order in which they were taken. */
    public List<Snapshot> all() {
        List<Snapshot> found = new ArrayList<>();
        long from = 0;
        while (true) {
            List<Detail> page = tx.details().of(directory, DetailKind.SNAPSHOT, from, PAGE);
            page.forEach(detail -> found.add(snapshot(detail)));
            if (page.size() < PAGE) {
                return found;
            }
            from = page.get(page.size() - 1).key().label() + 1;
        }
    }

    /** All of them in the order of their names, by unsigned bytes as listings are. */
    public List<Snapshot> byName() {
        List<Snapshot> sorted = all();
        sorted.sort(Comparator.comparing(Snapshot::name));
        return sorted;
    }

    /** The snapshot with this name. */
    public Optional<Snapshot> named(Name name) {
        return all().stream().filter(snapshot -> snapshot.name().equals(name)).findFirst();
    }

    /** Adds a snapshot, or gives the one with its number another name. */
    public void put(Snapshot snapshot) {
        byte[] name = snapshot.name().bytes();
        byte[] value = ByteBuffer.allocate(Long.BYTES + name.length)
                .putLong(snapshot.takenMillis())
                .put(name)
                .array();
        tx.details().put(new Detail(key(snapshot), value));
    }

    /** Takes a snapshot away. */
    public void remove(Snapshot snapshot) {
        tx.details().delete(List.of(key(snapshot)));
    }

    private DetailKey key(Snapshot snapshot) {
        return new DetailKey(directory, DetailKind.SNAPSHOT, snapshot.number());
    }

    private static Snapshot snapshot(Detail detail) {
        ByteBuffer value = ByteBuffer.wrap(detail.value());
        long taken = value.getLong();
        byte[] name = new byte[value.remaining()];
        value.get(name);
        return new Snapshot((int) detail.key().label(), Name.of(name), taken);
    }
}
