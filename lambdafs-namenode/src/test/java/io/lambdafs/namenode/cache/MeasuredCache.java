package io.lambdafs.namenode.cache;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;

/** Fills a cache with complete listings, and prints what each inode takes up on the heap and by the accounts. */
final class MeasuredCache {
    private MeasuredCache() {}

    /** What the cache is filled with; names have 20 bytes. */
    enum Kind {
        /** Directories of a thousand files each, which are not counted. */
        FILES(500, 1000, true, 1000, false, 200),
        /** Directories with their times, in which nothing is kept. */
        DIRECTORIES(250, 1000, false, 1000, false, 200),
        /** Directories of twenty files, as in the mix that benchmarks use; both are counted. */
        TREE(20_000, 20, true, 21, false, 200),
        /** Directories that are found by their numbers, too. */
        INDEXED_DIRECTORIES(250, 1000, false, 1000, true, 280);

        private final int listings;
        private final int entries;
        private final boolean ofFiles;
        private final int counted;
        private final boolean fed;
        private final int mostBytes;

        Kind(int listings, int entries, boolean ofFiles, int counted, boolean fed, int mostBytes) {
            this.listings = listings;
            this.entries = entries;
            this.ofFiles = ofFiles;
            this.counted = counted;
            this.fed = fed;
            this.mostBytes = mostBytes;
        }

        /** What each inode may take up on the heap. */
        int mostBytes() {
            return mostBytes;
        }
    }

    public static void main(String[] args) {
        Kind kind = Kind.valueOf(args[0]);
        CachePolicy policy = CachePolicy.defaults().withCapacityBytes(400L << 20);
        Ownership all = new Ownership(new PartitionFunction(1), 0);
        MetadataCache cache =
                kind.fed ? MetadataCache.fed(policy, all) : new MetadataCache(policy, all, ProtocolRules.ALL);
        fill(cache, kind, 0);
        long before = usedHeap();
        long accountedBefore = cache.stats().bytes();
        for (int number = 1; number <= kind.listings; number++) {
            fill(cache, kind, number);
        }
        double inodes = (double) kind.listings * kind.counted;
        double onHeap = (usedHeap() - before) / inodes;
        System.out.println(onHeap + " " + (cache.stats().bytes() - accountedBefore) / inodes);
    }

    private static void fill(MetadataCache cache, Kind kind, int number) {
        FsPath path = FsPath.parse(String.format("/a-directory-of-%05d", number));
        Directory root = new Directory(INodeId.ROOT, INodeKey.FIRST, CacheFixture.attributes(0755));
        Directory directory = directory(1000 + number, new INodeKey(root.id(), path.name()));
        cache.admitChain(path, List.of(root, directory));
        List<INode> children = new ArrayList<>();
        for (int i = 0; i < kind.entries; i++) {
            INodeKey key = new INodeKey(directory.id(), Name.of(String.format("a-name-of-20-by-%04d", i)));
            long id = 1_000_000L + (long) number * kind.entries + i;
            children.add(kind.ofFiles ? CacheFixture.file(id, key, null) : directory(id, key));
        }
        cache.admitListing(path, directory, children);
    }

    /** One whose times may be kept. */
    private static Directory directory(long id, INodeKey key) {
        return new Directory(new INodeId(id), key, CacheFixture.attributes(0755), 7, true);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            runtime.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
