package io.lambdafs.faas.transaction;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the volume that a text names: its number, or the path of the directory that it is. Failures are IOExceptions whose message is for
 * the user.
 */
public final class NamedVolume {
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

    private static Optional<VolumeId> number(String digits) {
        try {
            return Optional.of(new VolumeId(Long.parseLong(digits)));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /* Whoever needs the volume first makes it. What says that there is one, and that it is gone, is the directory. */
    private static VolumeInfo ofDirectory(MetadataStore store, VolumeStore volumes, String path) throws IOException {
        try (Transaction tx = store.beginRead()) {
            FsPath parsed = FsPath.parse(path);
            List<INode> chain = tx.inodes().resolve(parsed.components());
            INode last = chain.get(chain.size() - 1);
            boolean isVolume = last instanceof Directory
                    && chain.size() == parsed.depth() + 1
                    && last.attributes().features().subtree().isVolume();
            if (!isVolume) {
                throw new IOException(path + " is no volume: 'lambdafs volume create " + path + "' makes one");
            }
            String policy = last.attributes().features().subtree().policy();
            return volumes.createIfAbsent(
                    VolumeId.ofDirectory(last.id()), VolumePolicy.ofText(policy).blockSize());
        } catch (FsException notAPath) {
            throw new IOException(notAPath.getMessage(), notAPath);
        }
    }
}
