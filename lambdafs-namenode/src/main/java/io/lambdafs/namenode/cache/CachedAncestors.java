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
        return path.isRoot() ? List.of() : directories(path.components().subList(0, path.depth() - 1));
    }

    @Override
    public boolean isDirectory(FsPath path) {
        return !on(path).isEmpty();
    }

    /** The directories on a path, the root first and what the path names last; none if not all of them are known. */
    List<Directory> on(FsPath path) {
        return directories(path.components());
    }

    private List<Directory> directories(List<Name> names) {
        DirectoryNode directory = cache.root();
        if (directory == null) {
            return List.of();
        }
        List<Directory> known = new ArrayList<>(names.size() + 1);
        if (!add(directory, known)) {
            return List.of();
        }
        for (Name name : names) {
            if (!(directory.find(name) instanceof DirectoryNode below) || !add(below, known)) {
                return List.of();
            }
            directory = below;
        }
        return known;
    }

    private static boolean add(DirectoryNode node, List<Directory> known) {
        node.touch();
        Directory directory = node.directory();
        return directory != null && known.add(directory);
    }
}
