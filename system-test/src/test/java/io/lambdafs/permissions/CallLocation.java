package io.lambdafs.permissions;

import org.apache.hadoop.fs.Path;

/**
 * Where a call is made: directories and files that nobody else uses.
 *
 * @param root of all of them
 * @param directory whether the target is a directory
 */
record CallLocation(Path root, boolean directory) {
    Path above() {
        return new Path(root, "above");
    }

    Path parent() {
        return new Path(above(), "parent");
    }

    Path target() {
        return new Path(parent(), "target");
    }

    /** Something inside the target, if that is a directory. */
    Path inside() {
        return new Path(target(), "inside");
    }

    /** What does not exist, beside the target. */
    Path absent() {
        return new Path(parent(), "absent");
    }

    /** A directory that everybody may write, elsewhere. */
    Path elsewhere() {
        return new Path(root, "elsewhere");
    }
}
