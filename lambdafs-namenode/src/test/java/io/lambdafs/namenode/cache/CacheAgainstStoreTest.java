package io.lambdafs.namenode.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.PartitionFunction;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random reads and writes over few names: what the cache answers is what the store has, when the cache is told of what the
 * protocol tells it and of nothing else.
 */
final class CacheAgainstStoreTest {
    private static final int STEPS = 3_000;

    /** With one and with several deployments; with space for all, for some and for next to nothing. */
    @ParameterizedTest
    @CsvSource({
        "1,1,1000000",
        "2,1,1000000",
        "3,1,3000",
        "4,1,600",
        "5,3,1000000",
        "6,3,3000",
        "7,3,1000",
        "8,2,1000000"
    })
    void cachedAnswers_areTheStores(long seed, int deployments, long capacity) {
        Run run = new Run(seed, deployments, capacity, ProtocolRules.ALL);
        for (int i = 0; i < STEPS; i++) {
            run.step();
        }
        assertThat(run.answered).as("seed %d", seed).isPositive();
        assertThat(run.wrong).as("seed %d", seed).isZero();
    }

    @Test
    void withoutTheRuleOfComponents_someAnswerIsWrong() {
        int wrong = 0;
        for (int seed = 1; seed <= 5 && wrong == 0; seed++) {
            Run run = new Run(seed, 1, 1_000_000, ProtocolRules.without(CoherenceRule.PREFIX_BY_COMPONENT));
            for (int i = 0; i < STEPS; i++) {
                run.step();
            }
            wrong += run.wrong;
        }
        assertThat(wrong).isPositive();
    }

    /** One sequence of steps. */
    private static final class Run {
        private final RandomGenerator random;
        private final CacheFixture fixture;
        private final RandomChanges changes;
        private final boolean whole;
        int answered;
        int wrong;

        Run(long seed, int deployments, long capacity, ProtocolRules rules) {
            random = new java.util.Random(seed);
            Ownership ownership = new Ownership(new PartitionFunction(deployments), (int) (seed % deployments));
            fixture = new CacheFixture(CachePolicy.defaults().withCapacityBytes(capacity), ownership, rules);
            changes = new RandomChanges(fixture, ownership, random);
            whole = rules == ProtocolRules.ALL;
        }

        void step() {
            switch (random.nextInt(10)) {
                case 0, 1 -> changes.change();
                case 2 -> fixture.runBackground();
                case 3, 4, 5 -> read(listing(changes.path()), RandomChanges::sameListings);
                default -> {
                    FsPath path = changes.path();
                    read(
                            tx -> tx.inodes().resolve(path.components()),
                            (cached, stored) -> RandomChanges.sameChains(path, cached, stored));
                }
            }
            if (whole) {
                CacheStructure.check(fixture.cache);
            }
        }

        private static Function<ReadView, List<INode>> listing(FsPath path) {
            return tx -> {
                List<INode> chain = tx.inodes().resolveToList(path.components());
                INode last = chain.get(chain.size() - 1);
                return chain.size() == path.depth() + 1 && last.isDirectory()
                        ? tx.inodes().children(last.id(), io.lambdafs.fs.Name.EMPTY, 2)
                        : List.of();
            };
        }

        private void read(Function<ReadView, List<INode>> work, BiPredicate<List<INode>, List<INode>> saysTheSame) {
            List<INode> cached = fixture.cached(work);
            List<INode> stored = fixture.runner.read(work);
            if (cached == null) {
                fill(work, random.nextInt(5) == 0);
                return;
            }
            answered++;
            if (!saysTheSame.test(cached, stored)) {
                wrong++;
            }
        }

        private void fill(Function<ReadView, List<INode>> work, boolean disturbed) {
            boolean[] first = {disturbed};
            try {
                fixture.filled(tx -> {
                    if (first[0]) {
                        first[0] = false;
                        var unused = work.apply(tx);
                        changes.change();
                    }
                    return work.apply(tx);
                });
            } catch (StoreException tooOften) {
                assertThat(tooOften.kind()).isEqualTo(StoreException.Kind.CONFLICT);
            }
        }
    }
}
