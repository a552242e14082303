package io.lambdafs.housekeeping;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.snapshot.SnapshotVersion;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Removes the versions that only deleted snapshots showed, and what was in the attic for them alone.
 *
 * <p>A round goes through some of the changes that were kept for a directory's snapshots. When it has come to the last of them and
 * no other snapshot was deleted meanwhile, the directory is done.
 */
final class SnapshotCleanup implements HousekeepingTask {
    /** The most directories that one round looks at. */
    private static final int ROOTS = 16;

    /** The most changes that one transaction looks at. */
    private static final int CHANGES = 64;

    /** The most transactions of a round. */
    private static final int STEPS = 64;

    private final Map<INodeId, Progress> progress = new HashMap<>();

    @Override
    public String name() {
        return "versions of deleted snapshots";
    }

    @Override
    public void run(Duty duty) {
        List<Detail> asked = duty.read(tx -> tx.details().of(INodeId.NONE, DetailKind.SNAPSHOT_CLEANUP, 0, ROOTS));
        progress.keySet()
                .retainAll(asked.stream()
                        .map(detail -> new INodeId(detail.key().label()))
                        .toList());
        int steps = 0;
        for (Detail request : asked) {
            INodeId root = new INodeId(request.key().label());
            boolean done = false;
            while (!done && steps < STEPS) {
                Progress before = progress.getOrDefault(root, new Progress(request, 0));
                Step step = duty.write(tx -> new Step(tx, root, before).run());
                duty.count(HousekeepingCount.VERSIONS_FORGOTTEN, step.removed);
                progress.put(root, step.after);
                done = step.done;
                steps++;
            }
            if (done) {
                progress.remove(root);
            }
        }
    }

    /**
     * How far a directory is looked through.
     *
     * @param request what asked for it when the look began
     * @param from the label of the change to go on with
     */
    private record Progress(Detail request, long from) {}

    /** One transaction. */
    private static final class Step {
        private final Transaction tx;
        private final INodeId root;
        private final Progress before;
        private final SnapshotVersions versions;
        private final Map<INodeId, Set<Integer>> snapshots = new HashMap<>();
        private Progress after;
        private int removed;
        private boolean done;
        private long blocks;

        Step(Transaction tx, INodeId root, Progress before) {
            this.tx = tx;
            this.root = root;
            this.before = before;
            this.after = before;
            this.versions = new SnapshotVersions(tx);
        }

        Step run() {
            List<SnapshotVersions.Change> page = versions.changes(root, before.from(), CHANGES);
            tx.inodes()
                    .lock(page.stream()
                            .map(SnapshotVersions.Change::inode)
                            .distinct()
                            .sorted()
                            .map(id -> new RowLock(id, LockMode.EXCLUSIVE))
                            .toList());
            for (SnapshotVersions.Change change : page) {
                look(change);
                after = new Progress(before.request(), change.label() + 1);
                if (blocks > SubtreeRemoval.MAX_BLOCKS) {
                    return this;
                }
            }
            if (page.size() < CHANGES) {
                end();
            }
            return this;
        }

        /** Another snapshot may have been deleted since the look began: then it begins again. */
        private void end() {
            DetailKey key = before.request().key();
            List<Detail> locked = tx.details().lock(List.of(key));
            if (locked.isEmpty() || locked.get(0).equals(before.request())) {
                tx.details().delete(List.of(key));
                done = true;
            } else {
                after = new Progress(locked.get(0), 0);
            }
        }

        private void look(SnapshotVersions.Change change) {
            List<SnapshotVersion> all = new ArrayList<>(versions.of(change.inode()));
            Optional<SnapshotVersion> kept = all.stream()
                    .filter(version -> version.witnesses().contains(new Witness(root, change.snapshot())))
                    .findFirst();
            if (kept.isEmpty()) {
                if (!isNeeded(change)) {
                    versions.forget(root, change);
                }
                return;
            }
            SnapshotVersion version = kept.get();
            if (isShown(version)) {
                return;
            }
            all.remove(version);
            versions.remove(version, all);
            removed++;
            if (all.isEmpty()) {
                tx.inodes()
                        .get(change.inode())
                        .filter(inode -> inode.parent().equals(INodeId.ATTIC))
                        .ifPresent(this::clear);
            }
        }

        /* Comparisons with earlier snapshots show that something came. */
        private boolean isNeeded(SnapshotVersions.Change change) {
            return change.cause() != SnapshotVersions.Cause.KEPT
                    && snapshots.computeIfAbsent(root, versions::numbers).stream()
                            .anyMatch(number -> number <= change.snapshot());
        }

        private boolean isShown(SnapshotVersion version) {
            return version.witnesses().stream()
                    .anyMatch(witness -> snapshots.computeIfAbsent(witness.root(), versions::numbers).stream()
                            .anyMatch(number -> number > version.since() && number <= witness.latest()));
        }

        /** Nothing shows it any more; what is below a directory goes like that of one that is deleted. */
        private void clear(INode inode) {
            if (inode instanceof RegularFile file) {
                blocks += 1 + file.length() / Math.max(1, file.blockSize());
                tx.blocks().deleteOfFiles(List.of(file.id()));
                tx.inodes().delete(List.of(file.id()));
                Detail.deleteOf(tx, List.of(file));
            } else {
                tx.inodes().update(inode.withKey(new INodeKey(INodeId.DELETED, inode.name())));
            }
        }
    }
}
