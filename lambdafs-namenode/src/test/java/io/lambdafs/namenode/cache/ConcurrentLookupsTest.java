package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.wire.PartitionFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Readers without locks beside one thread that changes the cache. */
final class ConcurrentLookupsTest {
    private static final int FILES = 40;
    private static final int ROUNDS = 4_000;

    private final MetadataCache cache = new MetadataCache(
            CachePolicy.defaults().withCapacityBytes(20_000),
            new Ownership(new PartitionFunction(1), 0),
            ProtocolRules.ALL);

    /** The version that every file has now is its replication; the one that was acknowledged last never goes back. */
    private final AtomicLong acknowledged = new AtomicLong(1);

    private final AtomicBoolean ended = new AtomicBoolean();

    @Test
    void readers_neverSeeWhatWasInvalidatedBeforeTheyBegan() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<Long>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                long seed = i;
                readers.add(threads.submit(() -> readUntilTheEnd(new java.util.Random(seed))));
            }
            change();
            ended.set(true);
            long answers = 0;
            for (Future<Long> reader : readers) {
                answers += reader.get(60, TimeUnit.SECONDS);
            }
            assertThat(answers).isPositive();
        } finally {
            ended.set(true);
            threads.shutdownNow();
        }
        CacheStructure.check(cache);
    }

    private void change() {
        RandomGenerator random = new java.util.Random(7);
        for (int version = 1; version < ROUNDS; version++) {
            fill(version, random);
            cache.invalidate(
                    random.nextInt(4) == 0
                            ? Scope.ofPrefixes(FsPath.parse("/d"))
                            : Scope.ofPaths(allFiles().toArray(FsPath[]::new)));
            acknowledged.set(version + 1);
        }
    }

    private void fill(int version, RandomGenerator random) {
        List<INode> chain = MetadataCacheTest.chain("/d/f", 1);
        List<INode> children = new ArrayList<>();
        for (FsPath path : allFiles()) {
            children.add(file(chain.get(1), path.name(), version));
        }
        cache.admitChain(FsPath.parse("/d"), chain.subList(0, 2));
        if (random.nextBoolean()) {
            cache.admitListing(FsPath.parse("/d"), (Directory) chain.get(1), children);
        } else {
            children.forEach(child ->
                    cache.admitChain(FsPath.parse("/d/" + child.name()), List.of(chain.get(0), chain.get(1), child)));
        }
    }

    private static List<FsPath> allFiles() {
        List<FsPath> paths = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            paths.add(FsPath.parse("/d/f" + (char) ('A' + i)));
        }
        return paths;
    }

    private static RegularFile file(INode directory, Name name, int version) {
        return CacheFixture.file(100 + name.hashCode() % 1000, new INodeKey(directory.id(), name), null)
                .withReplication(version % Short.MAX_VALUE);
    }

    private long readUntilTheEnd(RandomGenerator random) {
        List<FsPath> paths = allFiles();
        long answers = 0;
        while (!ended.get()) {
            long before = acknowledged.get();
            answers += random.nextInt(10) == 0 ? list(before) : stat(paths.get(random.nextInt(FILES)), before);
        }
        return answers;
    }

    private long stat(FsPath path, long before) {
        try {
            List<INode> chain = new CacheView(cache, () -> 0).inodes().resolve(path.components());
            // Every file exists all the time, so an answer without it would be one from a listing that lost it.
            assertThat(chain).hasSize(3);
            assertThat(((RegularFile) chain.get(2)).replication()).isGreaterThanOrEqualTo((int) before);
            return 1;
        } catch (CacheMiss miss) {
            return 0;
        }
    }

    private long list(long before) {
        try {
            long epoch = cache.epoch();
            CacheView reads = new CacheView(cache, () -> 0);
            List<INode> chain = reads.inodes().resolveToList(FsPath.parse("/d").components());
            List<INode> children = reads.inodes().children(chain.get(1).id(), Name.EMPTY, 100);
            if (cache.epoch() != epoch) {
                return 0;
            }
            assertThat(children).hasSize(FILES);
            children.forEach(
                    child -> assertThat(((RegularFile) child).replication()).isGreaterThanOrEqualTo((int) before));
            return 1;
        } catch (CacheMiss miss) {
            return 0;
        }
    }
}
