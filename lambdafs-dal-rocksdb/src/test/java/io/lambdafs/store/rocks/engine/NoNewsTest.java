package io.lambdafs.store.rocks.engine;

import static io.lambdafs.store.rocks.engine.CoreRun.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.rocks.EmbeddedEngine;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions for news that are answered without the engine's thread, and those that are not. */
final class NoNewsTest {
    private static final long SECONDS = 30;

    private final Engine engine = EmbeddedEngine.over(new SortedMapKeyValues(), EngineLimits.defaults());

    @AfterEach
    void end() {
        engine.close();
    }

    /** An answer that comes later, or an action for the thread that gives it. */
    private record Then<T>(CompletableFuture<T> answer, Consumer<T> action) implements EngineReply<T> {
        Then(Consumer<T> action) {
            this(new CompletableFuture<>(), action);
        }

        Then() {
            this(value -> {});
        }

        @Override
        public void succeed(T value) {
            action.accept(value);
            answer.complete(value);
        }

        @Override
        public void fail(StoreException why) {
            answer.completeExceptionally(why);
        }

        T get() throws Exception {
            return answer.get(SECONDS, TimeUnit.SECONDS);
        }
    }

    private long newest() throws Exception {
        Then<FeedRange> range = new Then<>();
        engine.submit(new EngineEvent.ChangeRange(range));
        return range.get().newest();
    }

    private Then<List<CommittedChange>> after(long commit) {
        Then<List<CommittedChange>> news = new Then<>();
        engine.submit(new EngineEvent.Changes(commit, 10, news));
        return news;
    }

    private void commit(Table table, Then<Boolean> committed) throws Exception {
        Then<WriterId> writer = new Then<>();
        engine.submit(new EngineEvent.Register("test", writer));
        long transaction = engine.nextNumber();
        Duration bound = Duration.ofSeconds(SECONDS);
        Then<Boolean> begun = new Then<>();
        engine.submit(new EngineEvent.Begin<>(
                transaction, 1, writer.get(), new TransactionBounds(bound, bound), rows -> true, begun));
        begun.get();
        EngineTask<Boolean> change = rows -> {
            rows.put(table, bytes("a"), bytes("1"));
            return true;
        };
        engine.submit(new EngineEvent.Call<>(transaction, change, true, committed));
        committed.get();
    }

    @Test
    void questionWithoutNews_isAnsweredWhileTheEngineIsBusy() throws Exception {
        long newest = newest();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        engine.submit(new EngineEvent.ChangeRange(new Then<>(range -> {
            busy.countDown();
            awaitQuietly(goOn);
        })));
        assertThat(busy.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        try {
            assertThat(after(newest).answer()).isCompletedWithValue(List.of());
            assertThat(after(newest + 1).answer()).isNotDone();
        } finally {
            goOn.countDown();
        }
    }

    /** The client that is told of the commit asks the question at that moment. */
    @Test
    void whoIsToldOfACommit_findsItInTheFeed() throws Exception {
        long before = newest();
        Then<List<CommittedChange>> news = new Then<>();
        commit(Table.INODE_IDS, new Then<>(done -> engine.submit(new EngineEvent.Changes(before, 10, news))));
        assertThat(news.get()).hasSize(1);
    }

    @Test
    void commitThatTheFeedLeavesOut_isNoNews() throws Exception {
        commit(Table.INODE_IDS, new Then<>());
        long last = after(newest() - 1).get().get(0).number();
        commit(Table.LEASES, new Then<>());
        assertThat(newest()).isGreaterThan(last);
        assertThat(after(last).answer()).isCompletedWithValue(List.of());
    }

    @Test
    void engineThatHasEnded_isNotBelieved() throws Exception {
        long newest = newest();
        engine.close();
        assertThat(after(newest).answer()).isCompletedExceptionally();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
