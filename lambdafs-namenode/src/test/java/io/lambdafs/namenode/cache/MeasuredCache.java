package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Fills a cache with 500,000 files in complete listings, and prints what each takes up on the heap and by the accounts. */
final class MeasuredCache {
    private static final int DIRECTORIES = 500;
    private static final int FILES = 1000;

    private MeasuredCache() {}

    public static void main(String[] args) {
        MetadataCache cache = new MetadataCache(
                CachePolicy.defaults().withCapacityBytes(400L << 20),
                new Ownership(new PartitionFunction(1), 0),
                Set.of());
        fill(cache, 0);
        long before = usedHeap();
        long accountedBefore = cache.stats().bytes();
        for (int directory = 1; directory <= DIRECTORIES; directory++) {
            fill(cache, directory);
        }
        double files = (double) DIRECTORIES * FILES;
        double onHeap = (usedHeap() - before) / files;
        System.out.println(onHeap + " " + (cache.stats().bytes() - accountedBefore) / files);
    }

    private static void fill(MetadataCache cache, int number) {
        FsPath path = FsPath.parse("/directory" + number);
        Directory root = new Directory(INodeId.ROOT, INodeKey.FIRST, CacheFixture.attributes(0755));
        Directory directory = new Directory(
                new INodeId(20_000 + number), new INodeKey(root.id(), path.name()), CacheFixture.attributes(0755));
        cache.admitChain(path, List.of(root, directory));
        List<INode> children = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            Name name = Name.of(String.format("a-name-of-20-by-%04d", i));
            children.add(CacheFixture.file(
                    1_000_000L + (long) number * FILES + i, new INodeKey(directory.id(), name), null));
        }
        cache.admitListing(path, directory, children);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            runtime.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
