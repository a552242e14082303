package io.lambdafs.wire;

import java.nio.charset.StandardCharsets;

/**
 * Which function deployment owns a path: {@code jumpHash(hash64(parent(path)), n)}.
 *
 * <p>The one place where this is decided, for routing, cache admission and invalidation alike. The hash is FNV-1a over
 * UTF-8 with the finalizer of MurmurHash3 (public domain, Appleby), because FNV alone leaves the high bits of short
 * strings alike. The bucket is Lamping and Veach's jump consistent hash (arXiv:1406.2294). So growing from n to n + 1
 * deployments moves only 1/(n + 1) of the directories.
 */
public final class PartitionFunction {
    private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long LCG_MULTIPLIER = 2862933555777941757L;

    private final int deployments;

    /** A partition over this many deployments, at least one. */
    public PartitionFunction(int deployments) {
        if (deployments < 1) {
            throw new IllegalArgumentException("deployments must be at least 1, not " + deployments);
        }
        this.deployments = deployments;
    }

    public int deployments() {
        return deployments;
    }

    /** The deployment that owns the inode at this path: decided by its parent directory. */
    public int ownerOf(String path) {
        return ownerOfChildrenOf(PathSyntax.parent(PathSyntax.normalize(path)));
    }

    /** The deployment that owns the children of this directory, and so answers for its listing. */
    public int ownerOfChildrenOf(String directory) {
        return jump(hash64(PathSyntax.normalize(directory)), deployments);
    }

    static long hash64(String text) {
        long hash = FNV_OFFSET_BASIS;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }

    static int jump(long hash, int buckets) {
        long key = hash;
        long bucket = -1;
        long next = 0;
        while (next < buckets) {
            bucket = next;
            key = key * LCG_MULTIPLIER + 1;
            next = (long) ((bucket + 1) * ((double) (1L << 31) / ((key >>> 33) + 1)));
        }
        return (int) bucket;
    }
}
