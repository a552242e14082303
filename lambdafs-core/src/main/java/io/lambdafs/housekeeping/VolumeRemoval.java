package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Deletes the volumes whose directories are gone. A directory that was removed is gone once its row is: before that, a deleted tree that
 * contains it is emptied, and a snapshot may still show it.
 *
 * <p>No directory gets the number of another one, so a volume without a directory never finds one again.
 */
final class VolumeRemoval implements HousekeepingTask {
    /** The most volumes that one round looks at. */
    private static final int AT_ONCE = 1000;

    private final Optional<VolumeStore> volumes;
    private INodeId after = INodeId.NONE;

    VolumeRemoval(Optional<VolumeStore> volumes) {
        this.volumes = requireNonNull(volumes, "volumes");
    }

    @Override
    public String name() {
        return "volumes of removed directories";
    }

    @Override
    public void run(Duty duty) {
        volumes.ifPresent(store -> run(duty, store));
    }

    private void run(Duty duty, VolumeStore store) {
        // First what there is, then which directories exist: a volume never comes before its directory.
        Set<INodeId> asked = some(duty, store);
        Set<INodeId> present = duty.read(tx -> tx.inodes().get(List.copyOf(asked))).stream()
                .map(INode::id)
                .collect(Collectors.toSet());
        for (INodeId directory : asked) {
            if (!present.contains(directory)) {
                store.delete(VolumeId.ofDirectory(directory));
                duty.write(tx -> {
                    tx.details().delete(List.of(new DetailKey(INodeId.NONE, DetailKind.VOLUME, directory.value())));
                    return directory;
                });
                duty.count(HousekeepingCount.VOLUMES_DELETED, 1);
            }
        }
    }

    /** Directories that are said to be volumes, and those of which there are volumes, from where the last round ended. */
    private Set<INodeId> some(Duty duty, VolumeStore store) {
        TreeSet<INodeId> all = new TreeSet<>();
        store.all().stream()
                .map(VolumeInfo::id)
                .flatMap(id -> id.directory().stream())
                .filter(directory -> directory.compareTo(after) > 0)
                .forEach(all::add);
        long from = after.value() + 1;
        duty.read(tx -> tx.details().of(INodeId.NONE, DetailKind.VOLUME, from, AT_ONCE)).stream()
                .map(Detail::key)
                .map(key -> new INodeId(key.label()))
                .forEach(all::add);
        TreeSet<INodeId> some = all.stream().limit(AT_ONCE).collect(Collectors.toCollection(TreeSet::new));
        after = some.size() < AT_ONCE ? INodeId.NONE : some.last();
        return some;
    }
}
