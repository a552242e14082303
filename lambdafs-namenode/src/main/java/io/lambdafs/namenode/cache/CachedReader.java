package io.lambdafs.namenode.cache;

/**
 * Tells whether this NameNode may answer from its cache now: whether invalidations of all writes reach it. Thread-safe.
 */
@FunctionalInterface
public interface CachedReader {
    /**
     * Whether every INV that was sent before this call has been taken into account or waits for this NameNode. Cheap: it
     * is asked by every read that is answered from memory.
     */
    boolean mayServe();
}
