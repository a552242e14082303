package io.lambdafs.faas.transaction;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the volume that a text names: its number, or the path of the directory that it is. Failures are IOExceptions whose message is for
 * the user.
 */
public final class NamedVolume {
    private static final int MOST_DEPTH = 1000;

    private NamedVolume() {}

    /** The volumes of a store; refuses one that cannot have any. */
    public static VolumeStore volumes(MetadataStore store) throws IOException {
        return store.volumes()
                .orElseThrow(() -> new IOException(
                        "this stack's store has no volumes: start a stack with the embedded store, '--store rocks'"));
    }

    /** The volume that this names; refuses if there is none. */
    public static VolumeInfo find(MetadataStore store, String name) throws IOException {
        VolumeStore volumes = volumes(store);
        if (name.startsWith("/")) {
            return ofDirectory(store, volumes, name);
        }
        Optional<VolumeInfo> found =
                name.matches("[1-9]\\d{0,18}") ? number(name).flatMap(volumes::find) : Optional.empty();
        return found.orElseThrow(() ->
                new IOException("there is no volume " + name + ": 'lambdafs volume list' shows those that there are"));
    }

    /**
     * A volume of a store.
     *
     * @param created when, if anybody has used it yet
     * @param path the directory that it is; empty if it is none
     */
    public record Listed(VolumeId id, int blockSize, Optional<Instant> created, Optional<String> path) {
        public Listed {
            requireNonNull(id, "id");
            requireNonNull(created, "created");
            requireNonNull(path, "path");
        }
    }

    /** All volumes: first those that have no place in the namespace. One whose directory was removed a moment ago may be among them. */
    public static List<Listed> all(MetadataStore store) throws IOException {
        List<Listed> all = new ArrayList<>();
        Map<VolumeId, Instant> made = new HashMap<>();
        for (VolumeInfo volume : volumes(store).all()) {
            made.put(volume.id(), volume.created());
            if (volume.id().directory().isEmpty()) {
                all.add(new Listed(volume.id(), volume.blockSize(), Optional.of(volume.created()), Optional.empty()));
            }
        }
        try (Transaction tx = store.beginRead()) {
            for (Detail detail : Detail.all(tx, INodeId.NONE, DetailKind.VOLUME)) {
                VolumeId id = VolumeId.ofDirectory(new INodeId(detail.key().label()));
                tx.inodes()
                        .get(new INodeId(detail.key().label()))
                        .map(inode -> new Listed(
                                id, policy(inode).blockSize(), Optional.ofNullable(made.get(id)), path(tx, inode)))
                        .ifPresent(all::add);
            }
        }
        return all;
    }

    /* Empty for one that is being removed with a directory above it. */
    private static Optional<String> path(Transaction tx, INode directory) {
        Deque<Name> names = new ArrayDeque<>();
        INode at = directory;
        while (!at.id().equals(INodeId.ROOT)) {
            names.addFirst(at.name());
            Optional<INode> parent = tx.inodes().get(at.parent());
            if (parent.isEmpty() || names.size() > MOST_DEPTH) {
                return Optional.empty();
            }
            at = parent.get();
        }
        return Optional.of(FsPath.of(List.copyOf(names)).toString());
    }

    private static VolumePolicy policy(INode directory) {
        return VolumePolicy.ofText(directory.attributes().features().subtree().policy());
    }

    private static Optional<VolumeId> number(String digits) {
        try {
            return Optional.of(new VolumeId(Long.parseLong(digits)));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /* The first user of the volume makes it in the store. The directory says whether there is a volume. */
    private static VolumeInfo ofDirectory(MetadataStore store, VolumeStore volumes, String path) throws IOException {
        try (Transaction tx = store.beginRead()) {
            FsPath parsed = FsPath.parse(path);
            List<INode> chain = tx.inodes().resolve(parsed.components());
            INode last = chain.get(chain.size() - 1);
            boolean isVolume = last instanceof Directory
                    && chain.size() == parsed.depth() + 1
                    && last.attributes().features().subtree().isVolume();
            if (!isVolume) {
                throw new IOException(path + " is not a volume: 'lambdafs volume create " + path + "' makes one");
            }
            String policy = last.attributes().features().subtree().policy();
            return volumes.createIfAbsent(
                    VolumeId.ofDirectory(last.id()), VolumePolicy.ofText(policy).blockSize());
        } catch (FsException notAPath) {
            throw new IOException(notAPath.getMessage(), notAPath);
        }
    }
}
