package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import java.util.List;

/**
 * Tells whether what was read from the store may be cached: whether no write can have replaced it since (coherence rule
 * 7). Thread-safe.
 */
public interface FillGuard {
    /** Begins a read of what is on the path: every row on the way to it, its own, its listing. End it, whatever happens. */
    FillToken begin(FsPath path);

    /**
     * Says what the path of the token was resolved to, from the root on, before it is asked whether that may be kept. Only
     * a guard that is told of changes by inode has to know.
     */
    default void resolved(FillToken token, List<INode> chain) {}

    /**
     * Whether no INV that covers anything on the path arrived since the read began, nor was pending then: so the rows read
     * belong together. True without a lease as well: the caller then knows no more than the store does.
     */
    boolean isUndisturbed(FillToken token);

    /**
     * Whether what is read under this token may be cached, as it looks now. Then what the cache has of the path is what it was
     * when the read began; it still is when the read ends if {@link #complete} admits it.
     */
    boolean isAdmissible(FillToken token);

    /**
     * Runs the admission if what was read under this token may be cached, and no INV can be taken while it runs. Ends the
     * token. For a few entries only: INVs wait meanwhile.
     *
     * @return whether it ran
     */
    default boolean complete(FillToken token, Runnable admission) {
        return completeInParts(token, () -> {
            admission.run();
            return false;
        });
    }

    /**
     * Admits in parts, if what was read under this token may be cached. No INV can be taken while a part runs, but between
     * two parts one can. So before each part it is looked at again whether the token's rows may be cached. Ends the token.
     *
     * <p>Each part by itself must be an admission that is right as long as the token's rows may be cached. An INV that
     * comes between two parts takes out what it covers of the former. If it disturbs the token, no part follows.
     *
     * @return whether all parts ran
     */
    boolean completeInParts(FillToken token, Admission admission);

    /** What enters a cache under a token, some at a time. */
    @FunctionalInterface
    interface Admission {
        /** Admits a bounded number of entries; tells whether there are more. */
        boolean admitSome();
    }

    /** Ends the token; nothing is cached. Without effect on one that has ended. */
    void abandon(FillToken token);
}
