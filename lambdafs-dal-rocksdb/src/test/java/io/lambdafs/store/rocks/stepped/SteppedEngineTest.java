package io.lambdafs.store.rocks.stepped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.rocks.EngineWaiting;
import io.lambdafs.store.rocks.engine.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When what a caller of a stepped engine did is seen, and what of it a crash leaves. */
final class SteppedEngineTest {
    private static final Bounds BOUNDS = new Bounds(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(10));

    /** Gives up where it would have to wait. */
    private static final EngineWaiting IMPATIENT = new EngineWaiting() {
        @Override
        public <T> T await(CompletableFuture<T> outcome, Duration bound) throws ExecutionException, TimeoutException {
            if (!outcome.isDone()) {
                throw new TimeoutException();
            }
            try {
                return outcome.get();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    };

    private final List<Long> begun = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private long nanos = 1;
    private final SteppedEngine engine = new SteppedEngine(() -> new Moment(nanos, nanos), new Random(1), begun::add);
    private final MetadataStore store = engine.open(BOUNDS, IMPATIENT);
    private final MetadataStore atOnce = engine.openAtOnce(BOUNDS);

    private Transaction begunTransaction(String name) {
        WriterId writer = store.registerWriter("test");
        INodeId id = new INodeId(store.reserve(Sequence.INODE, 1).first());
        Transaction tx = store.beginWrite(writer);
        tx.inodes().insert(directory(id, name));
        return tx;
    }

    private static Directory directory(INodeId id, String name) {
        return new Directory(
                id,
                new INodeKey(INodeId.ROOT, Name.of(name)),
                new Attributes("hdfs", "supergroup", new Permission(0755), 1, 0));
    }

    /** Commits without waiting for the disk. */
    private void commit(Transaction tx, String name) {
        engine.onNextCommit(() -> seen.add(name + (exists(name) ? " is there" : " is not there")));
        assertUnavailable(tx::commit);
        assertThat(engine.wasTaken()).isTrue();
    }

    private static void assertUnavailable(Runnable action) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(action::run)
                .satisfies(why -> assertThat(why.kind()).isEqualTo(Kind.UNAVAILABLE));
    }

    private boolean exists(String name) {
        try (Transaction tx = store.beginRead()) {
            return !tx.inodes()
                    .find(List.of(new INodeKey(INodeId.ROOT, Name.of(name))))
                    .isEmpty();
        }
    }

    private long last() {
        return begun.get(begun.size() - 1);
    }

    @Test
    void commit_isSeenWhenItsBatchIsDurable() {
        commit(begunTransaction("a"), "a");
        assertThat(exists("a")).isFalse();
        assertThat(engine.content().count(MoveTable.INODES)).isEqualTo(1);
        assertThat(engine.isQuiet()).isFalse();
        long before = engine.version();

        engine.finishWrite(last() - 1);
        assertThat(exists("a")).isFalse();
        engine.finishWrite(last());

        assertThat(seen).containsExactly("a is there");
        assertThat(engine.version()).isNotEqualTo(before);
        assertThat(engine.content().count(MoveTable.INODES)).isEqualTo(2);
        assertThat(engine.isQuiet()).isTrue();
    }

    @Test
    void commitsDuringAWrite_areSeenOneAfterTheOther() {
        Transaction first = begunTransaction("a");
        Transaction second = begunTransaction("b");
        Transaction third = begunTransaction("c");
        commit(first, "a");
        commit(second, "b");
        commit(third, "c");

        engine.finishWrite(last());
        assertThat(seen).containsExactly("a is there");
        assertThat(exists("b")).isFalse();
        engine.finishWrite(last());
        engine.finishWrite(last());

        assertThat(seen).containsExactly("a is there", "b is there", "c is there");
    }

    @Test
    void numbersAreGivenAtOnce_andCommitsBeforeThemAreDurable() {
        commit(begunTransaction("a"), "a");

        IdRange range = store.reserve(Sequence.BLOCK, 3);

        assertThat(range.count()).isEqualTo(3);
        assertThat(seen).containsExactly("a is there");
        assertThat(store.deployments(4)).isEqualTo(4);
        assertThat(store.changeDeployments(4, 5)).isTrue();
        assertThat(store.deployments(4)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void crash_leavesTheBatchThatIsWrittenOrNot_andLosesThoseThatCollect(boolean durable) {
        Transaction first = begunTransaction("a");
        Transaction second = begunTransaction("b");
        Transaction open = begunTransaction("c");
        commit(first, "a");
        commit(second, "b");

        engine.crash(durable);

        assertThat(exists("a")).isEqualTo(durable);
        assertThat(exists("b")).isFalse();
        assertThat(seen).isEqualTo(durable ? List.of("a is there") : List.of());
        assertThatExceptionOfType(StoreException.class).isThrownBy(open::commit);
        engine.wasTaken();
        assertThat(engine.isQuiet()).isTrue();
        engine.finishWrite(last());
        assertThat(exists("b")).isFalse();
    }

    @Test
    void crash_losesNothingThatWasDurable_andTheEngineGoesOn() {
        WriterId writer = atOnce.registerWriter("test");
        try (Transaction tx = atOnce.beginWrite(writer)) {
            tx.inodes().insert(directory(INodeId.FIRST_FREE, "a"));
            tx.commit();
        }

        engine.crash(false);

        assertThat(exists("a")).isTrue();
        try (Transaction tx = atOnce.beginWrite(writer)) {
            tx.inodes().delete(List.of(INodeId.FIRST_FREE));
            tx.commit();
        }
        assertThat(exists("a")).isFalse();
    }

    @Test
    void callerThatDoesNotWait_failsWhereAnotherTransactionIsInTheWay_andNotAtOneThatCommits() {
        WriterId writer = store.registerWriter("test");
        Transaction open = store.beginWrite(writer);
        open.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
        Transaction late = atOnce.beginWrite(writer);
        assertUnavailable(() -> late.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED))));
        open.inodes().insert(directory(INodeId.FIRST_FREE, "a"));
        commit(open, "a");

        Transaction later = atOnce.beginWrite(writer);

        assertThat(later.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.SHARED))))
                .hasSize(1);
        assertThat(seen).containsExactly("a is there");
        later.close();
        assertThat(engine.isQuiet()).isTrue();
    }

    @Test
    void tick_endsTheWaitForALock() {
        WriterId writer = store.registerWriter("test");
        Transaction open = store.beginWrite(writer);
        open.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
        nanos += BOUNDS.transaction().toNanos() + 1;

        engine.tick();

        assertThat(engine.isQuiet()).isTrue();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(open::commit)
                .satisfies(why -> assertThat(why.kind()).isEqualTo(Kind.EXPIRED));
    }
}
