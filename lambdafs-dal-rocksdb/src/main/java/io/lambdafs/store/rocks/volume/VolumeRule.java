package io.lambdafs.store.rocks.volume;

import java.util.EnumSet;
import java.util.Set;

/** The rules that make transactions strictly serializable. Tests take single ones away, to see that this is noticed. */
public enum VolumeRule {
    /** A commit is refused if an item that it has read was changed since. */
    VALIDATE_READS,
    /** A commit is refused if an object has not the length that it relied on. */
    VALIDATE_LENGTHS,
    /** Commits that are on their way to the disk count too. */
    SEE_PENDING_COMMITS,
    /** A transaction reads at the last commit that is visible when it begins. */
    BEGIN_AT_THE_LAST_COMMIT,
    /** What is changed is kept as it was, for those who read at an earlier moment. */
    KEEP_OLDER_VERSIONS,
    /** A commit that is asked for again has the outcome of the first time. */
    REMEMBER_COMMITS;

    /** All of them, as everywhere but in tests. */
    public static final Set<VolumeRule> ALL = Set.copyOf(EnumSet.allOf(VolumeRule.class));
}
