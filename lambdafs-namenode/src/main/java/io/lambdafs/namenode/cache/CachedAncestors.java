package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.foresight.KnownAncestors;
import java.util.ArrayList;
import java.util.List;

/** The directories above paths, as far as a cache keeps them. Waits for nothing. */
public final class CachedAncestors implements KnownAncestors {
    private final MetadataCache cache;

    public CachedAncestors(MetadataCache cache) {
        this.cache = requireNonNull(cache, "cache");
    }

    @Override
    public List<Directory> above(FsPath path) {
        DirectoryNode directory = path.isRoot() ? null : cache.root();
        if (directory == null) {
            return List.of();
        }
        List<Directory> above = new ArrayList<>(path.depth());
        for (Name name : path.components()) {
            directory.touch();
            above.add(directory.directory());
            if (above.size() == path.depth()) {
                break;
            }
            if (!(directory.find(name) instanceof DirectoryNode below)) {
                return List.of();
            }
            directory = below;
        }
        return above;
    }
}
