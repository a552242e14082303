package io.lambdafs.namenode.path;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import java.util.List;

/** What this process keeps in memory of the directories above paths. Thread-safe; waits for nothing. */
public interface KnownAncestors {
    /**
     * The directories above what the path names, the root first and the path's parent last; none if not all of them are
     * known. Their times may be wrong.
     */
    List<Directory> above(FsPath path);

    /** Whether the path is known to name a directory. */
    boolean isDirectory(FsPath path);
}
