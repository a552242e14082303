package io.lambdafs.namenode.subtree;

import io.lambdafs.housekeeping.SubtreeRemoval;

/**
 * How a merge is divided. All instances must divide it alike.
 *
 * @param slice the most inodes that one transaction inserts where nobody can reach them
 * @param attachment the most entries that one transaction attaches
 * @param freed about the most blocks that one transaction frees when a subtree is discarded
 * @param remembersTrees whether an instance remembers what a journal comes to; others that need it wait while one reads it
 */
public record MergeSettings(int slice, int attachment, int freed, boolean remembersTrees) {
    public MergeSettings {
        if (slice < 1 || attachment < 1 || freed < 1) {
            throw new IllegalArgumentException(
                    "a merge has steps of at least one, not " + slice + ", " + attachment + " and " + freed);
        }
    }

    /**
     * As many as a transaction inserts in a few tens of milliseconds, as many as one can attach, and as many blocks as the removal of a
     * directory frees at once.
     */
    public static MergeSettings defaults() {
        return new MergeSettings(2_000, 10_000, SubtreeRemoval.MAX_BLOCKS, true);
    }
}
