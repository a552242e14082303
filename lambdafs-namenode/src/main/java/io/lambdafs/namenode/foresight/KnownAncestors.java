package io.lambdafs.namenode.foresight;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import java.util.List;

/** What is known of the directories above paths. Thread-safe. */
@FunctionalInterface
public interface KnownAncestors {
    /**
     * The directories above what the path names, the root first and the path's parent last; none if not all of them are
     * known. Their times may be wrong.
     */
    List<Directory> above(FsPath path);
}
