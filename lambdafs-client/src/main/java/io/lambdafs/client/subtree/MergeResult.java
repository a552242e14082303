package io.lambdafs.client.subtree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What became of a merge. Immutable. */
public final class MergeResult {
    private final long inodes;
    private final boolean atomic;
    private final long replacedCount;
    private final List<String> replaced;

    MergeResult(long inodes, boolean atomic, long replacedCount, List<String> replaced) {
        this.inodes = inodes;
        this.atomic = atomic;
        this.replacedCount = replacedCount;
        this.replaced = Collections.unmodifiableList(new ArrayList<>(replaced));
    }

    /** How many files and directories came into the namespace. */
    public long inodes() {
        return inodes;
    }

    /** Whether all of it became visible at one moment. */
    public boolean isAtomic() {
        return atomic;
    }

    /** How many files and directories of others were removed, because the subtree had something under their names. */
    public long replacedCount() {
        return replacedCount;
    }

    /** The paths of some of those. */
    public List<String> replaced() {
        return replaced;
    }

    @Override
    public String toString() {
        return inodes + " files and directories, " + (atomic ? "at one moment" : "in parts") + ", " + replacedCount
                + " replaced";
    }
}
