package io.lambdafs.namenode.foresight;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import java.util.List;

/** What is known of the directories above paths. Thread-safe. */
@FunctionalInterface
public interface KnownAncestors {
    /** An entry of any directory. */
    Name ANY = Name.of(":");

    /**
     * The directories above what the path names, the root first and the path's parent last; none if not all of them are
     * known. Their times may be wrong.
     */
    List<Directory> above(FsPath path);

    /** Whether the path is known by now to name a directory. Asks nobody: most of the time it is asked of what is to be made. */
    default boolean isDirectory(FsPath path) {
        return !above(path.child(ANY)).isEmpty();
    }
}
