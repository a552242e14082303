package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.Replica;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.PartitionFunction;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CachedReadsTest {
    private final CacheFixture fixture = new CacheFixture();

    @AfterEach
    void noTokenIsLeft() {
        fixture.runBackground();
        assertThat(fixture.guard.open()).isZero();
        CacheStructure.check(fixture.cache);
    }

    @Test
    void file_isAnsweredFromMemoryOnceItWasRead() {
        fixture.mkdir("/a");
        fixture.create("/a/f");
        assertThat(fixture.cachedChain("/a/f")).isNull();

        List<INode> read = fixture.fill("/a/f");

        List<INode> cached = Objects.requireNonNull(fixture.cachedChain("/a/f"));
        assertThat(cached.get(2)).isEqualTo(read.get(2));
        assertThat(cached.get(1).id()).isEqualTo(read.get(1).id());
        assertThat(cached.get(1).key()).isEqualTo(read.get(1).key());
        assertThat(cached.get(1).attributes().permission())
                .isEqualTo(read.get(1).attributes().permission());
        assertThat(fixture.cache.stats().hits()).isEqualTo(1);
        assertThat(fixture.cache.stats().misses()).isEqualTo(1);
    }

    @Test
    void absentName_isAnsweredFromMemoryOnceItWasMissed() {
        fixture.mkdir("/a");
        fixture.fill("/a/none/below");

        assertThat(fixture.cachedChain("/a/none")).hasSize(2);
        assertThat(fixture.cachedChain("/a/none/other")).hasSize(2);
        assertThat(fixture.cachedChain("/a/other")).isNull();
    }

    @Test
    void pathThroughAFile_endsThere() {
        fixture.create("/f");
        fixture.fill("/f/x");

        assertThat(fixture.cachedChain("/f/y")).hasSize(2);
    }

    @Test
    void fileUnderConstruction_isNeverKept() {
        fixture.open("/f");
        fixture.fill("/f");
        fixture.filled(CacheFixture.listing("/"));

        assertThat(fixture.cachedChain("/f")).isNull();
        assertThat(fixture.cached(CacheFixture.listing("/"))).isNull();
    }

    @Test
    void changedFile_isReadAgain() {
        RegularFile file = fixture.create("/f");
        fixture.fill("/f");
        RegularFile changed = file.withReplication(7);

        fixture.change(Scope.ofPaths(FsPath.parse("/f")), tx -> {
            tx.inodes().update(changed);
            return changed;
        });

        assertThat(fixture.cachedChain("/f")).isNull();
        assertThat(fixture.fill("/f").get(1)).isEqualTo(changed);
        assertThat(Objects.requireNonNull(fixture.cachedChain("/f")).get(1)).isEqualTo(changed);
    }

    @Test
    void directoryThatGetsAnotherPermission_isReadAgain_andWhatIsBelowIsKept() {
        Directory directory = fixture.mkdir("/a");
        fixture.mkdir("/a/b");
        fixture.create("/a/b/f");
        fixture.fill("/a/b/f");
        fixture.filled(CacheFixture.listing("/"));
        long entries = fixture.cache.stats().entries();

        fixture.change(Scope.ofDirectories(FsPath.parse("/a")), tx -> {
            INode changed = directory.withAttributes(CacheFixture.attributes(0700));
            tx.inodes().update(changed);
            return changed;
        });

        assertThat(fixture.cache.stats().entries()).isEqualTo(entries);
        assertThat(fixture.cachedChain("/a/b/f")).isNull();
        assertThat(fixture.cachedChain("/a")).isNull();
        assertThat(fixture.cached(CacheFixture.listing("/"))).isNull();
        fixture.fill("/a");
        List<INode> cached = Objects.requireNonNull(fixture.cachedChain("/a/b/f"));
        assertThat(cached.get(1).attributes().permission()).isEqualTo(new Permission(0700));
        assertThat(cached).hasSize(4);
    }

    @Test
    void rootThatGetsAnotherPermission_isReadAgain_andWhatIsBelowIsKept() {
        fixture.mkdir("/a");
        fixture.create("/a/f");
        fixture.fill("/a/f");
        long entries = fixture.cache.stats().entries();

        fixture.guard.invalidate(Scope.ofDirectories(FsPath.ROOT));

        assertThat(fixture.cachedChain("/a/f")).isNull();
        fixture.fill("/");
        assertThat(fixture.cachedChain("/a/f")).hasSize(3);
        assertThat(fixture.cache.stats().entries()).isEqualTo(entries);
    }

    @Test
    void invalidationDuringARead_keepsWhatWasReadOut() {
        RegularFile file = fixture.create("/f");
        List<INode> read = fixture.filled(tx -> {
            List<INode> chain = CacheFixture.resolving("/f").apply(tx);
            fixture.change(Scope.ofPaths(FsPath.parse("/f")), change -> {
                change.inodes().update(file.withReplication(7));
                return file;
            });
            return chain;
        });

        assertThat(read.get(1)).isEqualTo(file);
        assertThat(fixture.cachedChain("/f")).isNull();
    }

    @Test
    void readOfSeveralRows_isRepeatedWhenAWriteComesBetween() {
        fixture.mkdir("/a");
        RegularFile file = fixture.create("/a/f");
        int[] attempts = {0};

        List<INode> listed = fixture.filled(tx -> {
            List<INode> chain = tx.inodes().resolveToList(FsPath.parse("/a").components());
            if (attempts[0]++ == 0) {
                fixture.change(Scope.ofPaths(FsPath.parse("/a/f")), change -> {
                    change.inodes().update(file.withReplication(7));
                    return file;
                });
            }
            return tx.inodes().children(chain.get(1).id(), io.lambdafs.fs.Name.EMPTY, 10);
        });

        assertThat(attempts[0]).isEqualTo(2);
        assertThat(listed).containsExactly(file.withReplication(7));
    }

    @Test
    void forgottenListing_isReadAgain_belowTheDirectoriesThatAreKnown() {
        Directory known = fixture.mkdir("/a");
        fixture.create("/a/f");
        fixture.filled(CacheFixture.listing("/a"));
        fixture.change(Scope.ofPaths(FsPath.parse("/a/g")), tx -> fixture.create("/a/g"));
        // Nobody tells of this, so that it shows where the directory was looked up.
        fixture.replace(known, "/a");

        assertThat(fixture.filled(CacheFixture.listing("/a"))).hasSize(2);
        assertThat(fixture.cached(CacheFixture.listing("/a"))).hasSize(2);
    }

    @Test
    void withoutALease_theDirectoriesAreReadTooWhenOneIsListed() {
        Directory known = fixture.mkdir("/a");
        fixture.create("/a/f");
        fixture.filled(CacheFixture.listing("/a"));
        fixture.replace(known, "/a");
        fixture.mayServe = false;

        assertThat(fixture.filled(CacheFixture.listing("/a"))).isEmpty();
    }

    @Test
    void knownDirectory_thatIsReplacedBeforeItsListingIsRead_isReadAgain() {
        assertThat(listedWhileReplacedAnd(() -> fixture.guard.invalidate(Scope.ofPrefixes(FsPath.parse("/a")))))
                .isEmpty();
    }

    @Test
    void knownDirectory_ofWhichNobodyCouldTellAnyMoreWhenItsListingWasRead_isReadAgain() {
        assertThat(listedWhileReplacedAnd(() -> fixture.mayServe = false)).isEmpty();
    }

    /** What a listing finds in a directory that had a file and is empty from when it was looked up and this happened. */
    private List<INode> listedWhileReplacedAnd(Runnable event) {
        Directory known = fixture.mkdir("/a");
        fixture.create("/a/f");
        fixture.fill("/a");

        return fixture.filled(whileListing("/a", () -> {
            event.run();
            fixture.replace(known, "/a");
        }));
    }

    /** Lists a directory; the first time something happens after the directory was looked up. */
    private static Function<ReadView, List<INode>> whileListing(String path, Runnable event) {
        boolean[] happened = {false};
        return tx -> {
            List<INode> chain = tx.inodes().resolveToList(FsPath.parse(path).components());
            if (!happened[0]) {
                happened[0] = true;
                event.run();
            }
            return tx.inodes().children(chain.get(chain.size() - 1).id(), io.lambdafs.fs.Name.EMPTY, 1000);
        };
    }

    @Test
    void readThatIsAlwaysDisturbed_isARetriableConflict() {
        fixture.mkdir("/a");
        fixture.guard.pending = Scope.ofPrefixes(FsPath.parse("/a"));

        assertThatThrownBy(() -> fixture.filled(CacheFixture.listing("/a")))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CONFLICT));
        assertThat(fixture.fill("/a")).hasSize(2);
    }

    @Test
    void withoutALease_nothingIsServed() {
        fixture.create("/f");
        fixture.fill("/f");
        fixture.mayServe = false;

        assertThat(fixture.cachedChain("/f")).isNull();
    }

    @Test
    void listing_isServedWithItsPagesAndAbsentNames() {
        fixture.mkdir("/a");
        for (int i = 0; i < 10; i++) {
            fixture.create("/a/f" + i);
        }
        List<INode> read = fixture.filled(CacheFixture.listing("/a"));

        assertThat(fixture.cached(CacheFixture.listing("/a"))).isEqualTo(read);
        assertThat(fixture.cached(page("/a", "f3", 2))).isEqualTo(read.subList(4, 6));
        assertThat(fixture.cached(page("/a", "f9", 2))).isEmpty();
        assertThat(fixture.cachedChain("/a/none")).hasSize(2);
        assertThat(fixture.cachedChain("/a/f7")).hasSize(3);
    }

    @Test
    void listingThatFillsSeveralPages_isKeptWhole() {
        fixture.mkdir("/a");
        for (int i = 0; i < 10; i++) {
            fixture.create("/a/f" + i);
        }
        fixture.filled(page("/a", "", 3));

        assertThat(fixture.cached(page("/a", "f6", 5))).hasSize(3);
    }

    @Test
    void newEntry_endsTheListing() {
        fixture.mkdir("/a");
        fixture.filled(CacheFixture.listing("/a"));
        assertThat(fixture.cached(CacheFixture.listing("/a"))).isEmpty();

        fixture.change(
                Scope.ofPaths(FsPath.parse("/a/f")),
                tx -> tx.inodes().resolve(FsPath.parse("/a").components()).get(1));

        assertThat(fixture.cached(CacheFixture.listing("/a"))).isNull();
        assertThat(fixture.cachedChain("/a/f")).isNull();
    }

    @Test
    void directorysTimes_areKeptOnlyOnceItsRowIsMarked() {
        Directory made = fixture.mkdir("/a");
        fixture.fill("/a");
        fixture.runBackground();
        assertThat(stored(made).observed()).isFalse();
        assertThat(fixture.cachedChain("/a")).isNull();

        fixture.fill("/a");
        fixture.runBackground();

        assertThat(stored(made).observed()).isTrue();
        assertThat(Objects.requireNonNull(fixture.cachedChain("/a")).get(1).attributes())
                .isEqualTo(made.attributes());
    }

    @Test
    void changedTimes_areForgottenWithoutTheWayThroughTheDirectory() {
        Directory made = fixture.mkdir("/a");
        fixture.create("/a/f");
        fixture.fill("/a/f");
        observe("/a");

        fixture.change(Scope.ofPaths(FsPath.parse("/a")), tx -> {
            Directory changed = made.withAttributes(made.attributes().withModification(99));
            tx.inodes().update(changed);
            return changed;
        });

        assertThat(fixture.cachedChain("/a")).isNull();
        assertThat(fixture.cachedChain("/a/f")).hasSize(3);
    }

    @Test
    void subdirectories_areListedFromMemoryOnceTheyAreMarked() {
        fixture.mkdir("/a");
        fixture.mkdir("/a/b");
        fixture.mkdir("/a/c");
        for (int i = 0; i < 2; i++) {
            assertThat(fixture.cached(CacheFixture.listing("/a"))).isNull();
            fixture.filled(CacheFixture.listing("/a"));
            fixture.runBackground();
        }

        List<INode> cached = fixture.cached(CacheFixture.listing("/a"));
        assertThat(cached).isEqualTo(fixture.runner.read(CacheFixture.listing("/a")));
    }

    @Test
    void blocksAndReplicas_areServedWhileTheyAreYoung() {
        RegularFile file = fixture.create("/f");
        BlockInfo first = fixture.addBlock(file, 0, "s1", "s2");
        BlockInfo second = fixture.addBlock(file, 1, "s2", "s3");
        List<Replica> read = fixture.filled(replicas("/f", first, second));

        List<Replica> cached = Objects.requireNonNull(fixture.cached(replicas("/f", first, second)));
        assertThat(cached).containsExactlyInAnyOrderElementsOf(read);
        assertThat(fixture.cached(replicas("/f", second))).hasSize(2);
        assertThat(fixture.cached(blocks("/f"))).containsExactly(first, second);

        fixture.nanos += 6 * CacheFixture.SECOND;
        assertThat(fixture.cached(replicas("/f", first, second))).isNull();
        assertThat(fixture.cached(blocks("/f"))).containsExactly(first, second);
    }

    @Test
    void replicasThatAreTooFew_areNotKept() {
        RegularFile file = fixture.create("/f");
        BlockInfo block = fixture.addBlock(file, 0, "s1");
        fixture.filled(replicas("/f", block));

        assertThat(fixture.cached(blocks("/f"))).containsExactly(block);
        assertThat(fixture.cached(replicas("/f", block))).isNull();
    }

    @Test
    void recalledAnswer_isNotReadAgain_unlessSomethingWasLost() {
        CacheFixture small = new CacheFixture(
                CachePolicy.defaults().withCapacityBytes(4_000),
                new Ownership(new PartitionFunction(1), 0),
                ProtocolRules.ALL);
        AtomicInteger runs = new AtomicInteger();
        Function<ReadView, List<INode>> work = tx -> {
            runs.incrementAndGet();
            return CacheFixture.resolving("/f").apply(tx);
        };
        assertThat(small.reads.recall(work)).as("not known").isNull();
        small.create("/f");
        small.fill("/f");
        runs.set(0);

        Recollection<List<INode>> recalled = Objects.requireNonNull(small.reads.recall(work));
        assertThat(small.reads.confirm(recalled, work)).hasSize(2);
        assertThat(runs).hasValue(1);

        small.guard.invalidate(Scope.ofPaths(FsPath.parse("/other")));
        assertThat(small.reads.confirm(recalled, work)).as("an invalidation").hasSize(2);
        assertThat(runs).hasValue(2);

        Recollection<List<INode>> beforeEvictions = Objects.requireNonNull(small.reads.recall(work));
        for (int i = 0; small.cache.stats().evictions() == 0; i++) {
            small.create("/g" + i);
            small.fill("/g" + i);
        }
        runs.set(0);
        small.reads.confirm(beforeEvictions, work);
        assertThat(runs).as("a change of what was evicted would not be noticed").hasValue(1);

        small.mayServe = false;
        assertThat(small.reads.confirm(Objects.requireNonNull(small.reads.recall(work)), work))
                .isNull();
    }

    @Test
    void recalledRefusal_isThrownIfNothingWasLost() {
        fixture.create("/f");
        fixture.fill("/f");
        Function<ReadView, List<INode>> refused = tx -> {
            throw new IllegalStateException(
                    "refused " + CacheFixture.resolving("/f").apply(tx).size());
        };

        Recollection<List<INode>> recalled = Objects.requireNonNull(fixture.reads.recall(refused));

        assertThatThrownBy(() -> fixture.reads.confirm(recalled, refused)).hasMessage("refused 2");
    }

    private void observe(String path) {
        fixture.fill(path);
        fixture.fill(path);
        fixture.runBackground();
        assertThat(fixture.cachedChain(path)).isNotNull();
    }

    private Directory stored(Directory directory) {
        return (Directory)
                fixture.runner.read(tx -> tx.inodes().get(directory.id())).orElseThrow();
    }

    private static Function<ReadView, List<INode>> page(String path, String after, int limit) {
        return tx -> {
            List<INode> chain = tx.inodes().resolveToList(FsPath.parse(path).components());
            return tx.inodes().children(chain.get(chain.size() - 1).id(), io.lambdafs.fs.Name.of(after), limit);
        };
    }

    private static Function<ReadView, List<BlockInfo>> blocks(String path) {
        return tx -> {
            List<INode> chain = CacheFixture.resolving(path).apply(tx);
            return tx.blocks().ofFiles(List.of(chain.get(chain.size() - 1).id()));
        };
    }

    private static Function<ReadView, List<Replica>> replicas(String path, BlockInfo... wanted) {
        return tx -> {
            var unused = blocks(path).apply(tx);
            return tx.replicas()
                    .ofBlocks(List.of(wanted).stream().map(BlockInfo::id).toList());
        };
    }
}
