package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;

/**
 * Tells whether what was read from the store may be cached: whether no write can have replaced it since (coherence rule
 * 7). Thread-safe.
 */
public interface FillGuard {
    /** Begins a read of what is on the path: every row on the way to it, its own, its listing. End it, whatever happens. */
    FillToken begin(FsPath path);

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
     * token.
     *
     * @return whether it ran
     */
    boolean complete(FillToken token, Runnable admission);

    /** Ends the token; nothing is cached. Without effect on one that has ended. */
    void abandon(FillToken token);
}
