package io.lambdafs.store.volume;

/** The changes that a cache has missed, as a beginning transaction gets them. */
public enum CacheUpdate {
    /** What the changed items hold now, as far as that is little; of the others, that they have changed. */
    EAGER,
    /** What those changed items hold that are often fetched; of the others, that they have changed. */
    FREQUENT,
    /** Which items have changed. */
    INVALIDATE,
    /** Nothing: the cache asks when it needs an object. */
    LAZY
}
