package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/**
 * What an inode's row says of snapshots. Snapshots are numbered in the order in which they are taken, whatever directory they
 * are of.
 *
 * <p>Taking a snapshot changes the row of its directory alone. A row below says since which snapshot it has been as it is. A transaction
 * that changes or removes a row that a later snapshot of a directory above it sees keeps the old row first, as a version.
 *
 * @param snapshottable whether snapshots of this directory may be taken
 * @param latest the number of the latest snapshot of this directory; 0 if it has none
 * @param since the number of the latest snapshot that does not see the row as it is; 0 if all do
 * @param kept whether older versions of the row may have been kept
 * @param witnesses snapshots of directories that this one was moved out of: they see what is below it as what is below
 *     themselves
 */
public record SnapshotState(boolean snapshottable, int latest, int since, boolean kept, List<Witness> witnesses) {
    /** The greatest number of a snapshot. */
    public static final int MOST_SNAPSHOTS = (1 << 24) - 1;

    /** That of an inode that has never been below a directory with snapshots. */
    public static final SnapshotState NONE = new SnapshotState(false, 0, 0, false, List.of());

    public SnapshotState {
        witnesses = List.copyOf(witnesses);
        if (latest < 0 || latest > MOST_SNAPSHOTS || since < 0 || since > MOST_SNAPSHOTS) {
            throw new IllegalArgumentException("no snapshot has the number " + Math.max(latest, since));
        }
    }

    /**
     * A directory with snapshots that may see a row.
     *
     * @param latest the number of the latest of its snapshots that may
     */
    public record Witness(INodeId root, int latest) {
        public Witness {
            requireNonNull(root, "root");
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** As what leads to other inodes: without what only concerns the row itself, of which caches are not told. */
    public SnapshotState onTheWay() {
        return new SnapshotState(snapshottable, latest, 0, false, witnesses);
    }

    public SnapshotState withSnapshottable(boolean changed) {
        return new SnapshotState(changed, latest, since, kept, witnesses);
    }

    public SnapshotState withLatest(int changed) {
        return new SnapshotState(snapshottable, changed, since, kept, witnesses);
    }

    public SnapshotState withSince(int changed) {
        return new SnapshotState(snapshottable, latest, changed, kept, witnesses);
    }

    public SnapshotState withKept() {
        return new SnapshotState(snapshottable, latest, since, true, witnesses);
    }

    /** With these witnesses, too; of each directory, the latest snapshot counts. */
    public SnapshotState withWitnesses(List<Witness> more) {
        return new SnapshotState(snapshottable, latest, since, kept, union(witnesses, more));
    }

    /** These witnesses and those; of each directory, the latest snapshot counts. */
    public static List<Witness> union(List<Witness> some, List<Witness> more) {
        if (more.isEmpty()) {
            return some;
        }
        List<Witness> all = new ArrayList<>(some);
        for (Witness witness : more) {
            all.removeIf(other -> other.root().equals(witness.root()) && other.latest() <= witness.latest());
            if (all.stream().noneMatch(other -> other.root().equals(witness.root()))) {
                all.add(witness);
            }
        }
        return List.copyOf(all);
    }
}
