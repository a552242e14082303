package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.changefeed.RowChange;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The contract of the change feed notices a store that breaks one of its rules. */
final class ChangeFeedTeethTest {
    private static final int UNBOUNDED = 1_000_000;

    /** The twin with another feed, or with other transactions. */
    private static final class Broken extends ChangeFeedContract {
        private final int kept;
        private final UnaryOperator<ChangeFeed> feed;
        private final boolean commitsAlways;

        Broken(int kept, UnaryOperator<ChangeFeed> feed, boolean commitsAlways) {
            this.kept = kept;
            this.feed = feed;
            this.commitsAlways = commitsAlways;
        }

        @Override
        protected StoreFixture createFixture() {
            InMemoryDatabase database = new InMemoryDatabase(InstantSource.system(), kept);
            return new StoreFixture() {
                @Override
                public MetadataStore open(Bounds bounds) {
                    return broken(new InMemoryMetadataStore(database, bounds));
                }

                @Override
                public void close() {}
            };
        }

        private MetadataStore broken(MetadataStore twin) {
            return proxy(MetadataStore.class, (self, method, arguments) -> {
                if (method.getName().equals("changeFeed")) {
                    return Optional.of(feed.apply(twin.changeFeed().orElseThrow()));
                }
                Object result = call(twin, method, arguments);
                return commitsAlways && result instanceof Transaction tx ? committing(tx) : result;
            });
        }

        private static Transaction committing(Transaction twin) {
            return proxy(Transaction.class, (self, method, arguments) -> {
                if (method.getName().equals("close")) {
                    commit(twin);
                }
                return call(twin, method, arguments);
            });
        }

        private static void commit(Transaction twin) {
            try {
                twin.commit();
            } catch (RuntimeException e) {
                // It has ended already.
            }
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** How a broken feed answers {@link ChangeFeed#after}. */
    private interface After {
        List<CommittedTransaction> of(ChangeFeed twin, long commit, int limit);
    }

    private static UnaryOperator<ChangeFeed> after(After after) {
        return twin -> new ChangeFeed() {
            @Override
            public FeedRange range() {
                return twin.range();
            }

            @Override
            public List<CommittedTransaction> after(long commit, int limit) {
                return after.of(twin, commit, limit);
            }

            @Override
            public List<Announcement> announcedAfter(long commit, int limit) {
                return twin.announcedAfter(commit, limit);
            }
        };
    }

    private static void assertNoticed(Broken contract, Consumer<ChangeFeedContract> test) {
        contract.openStore();
        try {
            assertThatThrownBy(() -> test.accept(contract)).isInstanceOf(AssertionError.class);
        } finally {
            contract.closeStore();
        }
    }

    private static void assertNoticed(After after, Consumer<ChangeFeedContract> test) {
        assertNoticed(new Broken(ChangeFeedContract.KEPT, after(after), false), test);
    }

    @Test
    void anotherOrder_isNoticed() {
        assertNoticed(
                (twin, commit, limit) -> {
                    List<CommittedTransaction> page = new ArrayList<>(twin.after(commit, limit));
                    Collections.reverse(page);
                    return page;
                },
                ChangeFeedContract::limit_isHonoured_andTheNextCallGoesOn);
    }

    @Test
    void gap_isNoticed() {
        assertNoticed(
                (twin, commit, limit) -> twin.after(commit, limit).stream()
                        .filter(each -> each.number() % 50 != 0)
                        .toList(),
                ChangeFeedContract::reader_missesNothing_andSeesCommitOrder_whileManyCommit);
    }

    @Test
    void rolledBackTransaction_isNoticed() {
        assertNoticed(
                new Broken(ChangeFeedContract.KEPT, twin -> twin, true),
                ChangeFeedContract::rolledBackTransaction_isNeverThere);
    }

    @Test
    void endlessFeed_isNoticed() {
        assertNoticed(
                new Broken(UNBOUNDED, twin -> twin, false),
                ChangeFeedContract::feed_isBounded_andALateReaderLearnsTheOldestNumber);
    }

    @Test
    void silenceToALateReader_isNoticed() {
        assertNoticed(
                (twin, commit, limit) ->
                        twin.after(Math.max(commit, twin.range().oldest()), limit),
                ChangeFeedContract::feed_isBounded_andALateReaderLearnsTheOldestNumber);
    }

    @Test
    void silenceToAReaderFromTheFuture_isNoticed() {
        assertNoticed(
                (twin, commit, limit) ->
                        twin.after(Math.min(commit, twin.range().newest()), limit),
                ChangeFeedContract::numberThatNoCommitHas_isIncompatible);
    }

    @Test
    void ignoredLimit_isNoticed() {
        assertNoticed(
                (twin, commit, limit) -> twin.after(commit, ChangeFeed.MAX_TRANSACTIONS),
                ChangeFeedContract::limit_isHonoured_andTheNextCallGoesOn);
    }

    @Test
    void writtenBeforeDeleted_isNoticed() {
        assertNoticed(
                (twin, commit, limit) -> twin.after(commit, limit).stream()
                        .map(ChangeFeedTeethTest::reversed)
                        .toList(),
                ChangeFeedContract::rename_overAnother_isAppliedInItsOrder);
    }

    private static CommittedTransaction reversed(CommittedTransaction whole) {
        List<RowChange> changes = new ArrayList<>(whole.changes());
        Collections.reverse(changes);
        return new CommittedTransaction(whole.number(), whole.time(), changes);
    }

    @Test
    void oldNewestNumber_isNoticed() {
        assertNoticed(
                new Broken(ChangeFeedContract.KEPT, ChangeFeedTeethTest::late, false),
                ChangeFeedContract::readerThatBeginsAtTheNewest_seesWhatCommitsFromThen);
    }

    private static ChangeFeed late(ChangeFeed twin) {
        return new ChangeFeed() {
            @Override
            public FeedRange range() {
                FeedRange range = twin.range();
                return new FeedRange(range.oldest(), range.newest() - 1);
            }

            @Override
            public List<CommittedTransaction> after(long commit, int limit) {
                return twin.after(commit, limit);
            }

            @Override
            public List<Announcement> announcedAfter(long commit, int limit) {
                return twin.announcedAfter(commit, limit);
            }
        };
    }
}
