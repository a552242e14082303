package io.lambdafs.namenode.subtree;

/**
 * How a merge is divided. All instances must divide it alike.
 *
 * @param slice the most inodes that one transaction inserts where nobody can reach them
 * @param attachment the most entries that one transaction attaches
 * @param remembersTrees whether an instance remembers what a journal comes to; others that need it wait while one reads it
 */
public record MergeSettings(int slice, int attachment, boolean remembersTrees) {
    public MergeSettings {
        if (slice < 1 || attachment < 1) {
            throw new IllegalArgumentException(
                    "a merge has steps of at least one, not " + slice + " and " + attachment);
        }
    }

    /** As many as a transaction inserts in a few tens of milliseconds, and as many as one can attach. */
    public static MergeSettings defaults() {
        return new MergeSettings(2_000, 10_000, true);
    }
}
