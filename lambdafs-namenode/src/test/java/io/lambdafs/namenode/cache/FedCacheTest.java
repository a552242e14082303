package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.namenode.validate.FeedCache;
import io.lambdafs.namenode.validate.ValidatedReads;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Random reads and writes over few names: what a cache says that is told by the change feed alone is what the store has. */
final class FedCacheTest {
    private static final int STEPS = 3_000;

    /** With one and with several deployments; with space for all, for some and for next to nothing. */
    @ParameterizedTest
    @CsvSource({"1,1,1000000", "2,1,3000", "3,1,600", "4,3,1000000", "5,3,3000", "6,2,1000000"})
    void validatedAnswers_areTheStores(long seed, int deployments, long capacity) {
        Run run = new Run(seed, deployments, capacity, ProtocolRules.ALL);
        run.go();
        assertThat(run.wrong).as("seed %d", seed).isZero();
        assertThat(run.answered).as("seed %d", seed).isPositive();
        assertThat(run.feed.questions()).isGreaterThan(STEPS / 2);
        assertThat(run.feed.restarts()).isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = CoherenceRule.class,
            names = {"VALIDATE_BEFORE_READ", "VALIDATE_BEFORE_FILL"})
    void withoutTheRule_someAnswerIsWrong(CoherenceRule rule) {
        int wrong = 0;
        for (int seed = 1; seed <= 20 && wrong == 0; seed++) {
            Run run = new Run(seed, 1, 1_000_000, ProtocolRules.without(rule));
            run.go();
            wrong += run.wrong;
        }
        assertThat(wrong).isPositive();
    }

    /** One that has been frozen for too long finds that the feed does not reach back to it. */
    @Test
    void instanceThatIsTooLateForTheFeed_forgetsEverything() {
        Run run = new Run(1, 1, 1_000_000, ProtocolRules.ALL);
        run.go();
        long entries = run.cache.stats().entries();
        run.fixture.mkdir("/late");
        for (int i = 0; i < 10_100; i++) {
            run.fixture.runner.write(run.fixture.writer, tx -> {
                INode late =
                        tx.inodes().resolve(FsPath.parse("/late").components()).get(1);
                tx.inodes().update(late.withAttributes(late.attributes().withModification(7)));
                return late;
            });
        }
        assertThat(entries).isPositive();
        assertThat(run.feed.validate()).isTrue();
        assertThat(run.feed.restarts()).isEqualTo(2);
        assertThat(run.cache.stats().entries()).isZero();
        assertThat(run.reads.readAndKeep(CacheFixture.resolving("/late"))).hasSize(2);
        assertThat(run.reads.readAtOnce(CacheFixture.resolving("/late"))).hasSize(2);
    }

    /** A subtree is cut off in one step; what is below it must not stay for long. */
    @Test
    void directoriesBelowOneThatIsGone_areGivenUp() {
        MetadataCache cache = MetadataCache.fed(CachePolicy.defaults(), new Ownership(new PartitionFunction(1), 0));
        Directory root = directory(INodeId.ROOT.value(), INodeKey.FIRST);
        for (int round = 0; round < 10; round++) {
            Directory above = directory(100 + round, new INodeKey(root.id(), Name.of("above")));
            for (int i = 0; i < 500; i++) {
                FsPath path = FsPath.parse("/above/" + i);
                Directory below = directory(1_000 * (1 + round) + i, new INodeKey(above.id(), path.name()));
                cache.admitChain(path, List.of(root, above, below));
            }
            CacheStructure.check(cache);
            assertThat(cache.forgetRow(above.id(), above.key(), true)).isTrue();
            cache.changed();
            CacheStructure.check(cache);
        }
        assertThat(cache.stats().entries()).isOne();
    }

    private static Directory directory(long id, INodeKey key) {
        return new Directory(new INodeId(id), key, CacheFixture.attributes(0755));
    }

    /** One sequence of steps. */
    private static final class Run {
        private final Random random;
        private final CacheFixture fixture;
        private final RandomChanges changes;
        private final MetadataCache cache;
        private final FeedCache feed;
        private final ValidatedReads reads;
        private int answered;
        private int wrong;

        Run(long seed, int deployments, long capacity, ProtocolRules rules) {
            random = new Random(seed);
            Ownership ownership = new Ownership(new PartitionFunction(deployments), (int) (seed % deployments));
            fixture = new CacheFixture();
            changes = new RandomChanges(fixture, ownership, random);
            cache = MetadataCache.fed(CachePolicy.defaults().withCapacityBytes(capacity), ownership);
            feed = new FeedCache(
                    fixture.store.changeFeed().orElseThrow(),
                    cache,
                    Waiting.onThreads(),
                    Duration.ofSeconds(10),
                    rules);
            DirectoryTimes unmarked = new DirectoryTimes(
                    fixture.runner,
                    fixture.identity(),
                    cache,
                    feed,
                    marking -> {
                        throw new AssertionError("no directory is marked");
                    },
                    ProtocolRules.ALL);
            ReadAhead ahead = new ReadAhead(fixture.runner, cache, feed, fixture.background::add, () -> 0);
            reads = new ValidatedReads(
                    feed, new CachedReads(fixture.runner, cache, feed, () -> true, unmarked, ahead, () -> 0));
        }

        void go() {
            for (int i = 0; i < STEPS; i++) {
                step();
                CacheStructure.check(cache);
            }
        }

        private void step() {
            FsPath path = changes.path();
            switch (random.nextInt(8)) {
                case 0 -> changes.change();
                case 1 -> fixture.runBackground();
                case 2, 3 -> read(listing(path), RandomChanges::sameListings);
                default ->
                    read(
                            tx -> tx.inodes().resolve(path.components()),
                            (cached, stored) -> RandomChanges.sameChains(path, cached, stored));
            }
        }

        private static Function<ReadView, List<INode>> listing(FsPath path) {
            return tx -> {
                List<INode> chain = tx.inodes().resolveToList(path.components());
                INode last = chain.get(chain.size() - 1);
                return chain.size() == path.depth() + 1 && last.isDirectory()
                        ? tx.inodes().children(last.id(), Name.EMPTY, 2)
                        : List.of();
            };
        }

        private void read(Function<ReadView, List<INode>> work, BiPredicate<List<INode>, List<INode>> saysTheSame) {
            List<INode> cached = reads.refresh() ? reads.readAtOnce(work) : null;
            if (cached == null) {
                cached = fill(work, random.nextInt(4) == 0);
            } else {
                answered++;
            }
            if (cached != null && !saysTheSame.test(cached, fixture.runner.read(work))) {
                wrong++;
            }
        }

        /** What was read; null if a write came before the end, after which it need not be right any more, or too often. */
        private @Nullable List<INode> fill(Function<ReadView, List<INode>> work, boolean disturbed) {
            boolean[] first = {disturbed};
            try {
                List<INode> read = reads.readAndKeep(tx -> {
                    List<INode> found = work.apply(tx);
                    if (first[0]) {
                        first[0] = false;
                        changes.change();
                        // Another request of the instance is told of it first.
                        assertThat(feed.validate()).isTrue();
                    }
                    return found;
                });
                return disturbed ? null : read;
            } catch (StoreException tooOften) {
                assertThat(tooOften.kind()).isEqualTo(StoreException.Kind.CONFLICT);
                return null;
            }
        }
    }
}
