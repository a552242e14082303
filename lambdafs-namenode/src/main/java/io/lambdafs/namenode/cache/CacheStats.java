package io.lambdafs.namenode.cache;

import java.util.Map;

/**
 * What a cache holds and how it has been used since it was made.
 *
 * @param entries inodes and absent names
 * @param bytes what they take up, by the cache's own accounting
 * @param hits reads that were answered from memory
 * @param misses reads that were not
 * @param evictions entries that were dropped for want of space
 * @param invalidations INVs that were carried out, own ones included
 */
public record CacheStats(long entries, long bytes, long hits, long misses, long evictions, long invalidations) {
    /** What {@code status} shows of a cache, by the names that it has there. */
    public Map<String, Long> figures() {
        return Map.of(
                "cache-entries", entries,
                "cache-bytes", bytes,
                "cache-hits", hits,
                "cache-misses", misses,
                "cache-evictions", evictions);
    }
}
