package io.lambdafs.store.rocks.engine;

import static io.lambdafs.store.rocks.engine.CoreRun.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.IdRange;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.CoreRun.Answer;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The core's decisions one by one, with a clock and a disk that stand still until they are moved. */
final class EngineCoreTest {
    private final CoreRun run = new CoreRun(new EngineLimits(5, 10, 6, 3, Duration.ofSeconds(100)));

    @Test
    void commit_isVisibleAndAnsweredWhenItsBatchIsDurable_andOnlyThenItsLocksAreFree() {
        long first = run.begin();
        run.put(first, Table.ROLES, "a", "1");
        Answer<Boolean> committed = run.commit(first);
        long second = run.begin();
        Answer<Boolean> lock = run.lock(second, "a", LockMode.SHARED);
        assertThat(committed.isThere()).isFalse();
        assertThat(lock.isThere()).isFalse();
        assertThat(run.exists(Table.ROLES, "a")).isFalse();
        run.sync();
        assertThat(committed.value()).isTrue();
        assertThat(lock.value()).isTrue();
        assertThat(run.exists(Table.ROLES, "a")).isTrue();
    }

    @Test
    void transactionsThatCommitDuringASync_shareTheNextBatch_upToItsBound() {
        List<Answer<Boolean>> commits = new ArrayList<>();
        for (String row : List.of("a", "b", "c", "d")) {
            long transaction = run.begin();
            run.put(transaction, Table.ROLES, row, "1");
            run.put(transaction, Table.LEASES, row, "1");
            run.put(transaction, Table.OUTCOMES, row, "1");
            commits.add(run.commit(transaction));
        }
        assertThat(run.unsynced).hasSize(1);
        run.sync();
        assertThat(commits.get(0).isThere()).isTrue();
        assertThat(commits.get(1).isThere()).isFalse();
        // A batch is full with six rows, so that it takes two of these.
        run.sync();
        assertThat(commits.get(2).isThere()).isTrue();
        assertThat(commits.get(3).isThere()).isFalse();
        run.sync();
        assertThat(commits.get(3).value()).isTrue();
        assertThat(run.core.isQuiet()).isTrue();
    }

    @Test
    void commitWithoutChanges_needsNoBatch() {
        long transaction = run.begin();
        run.lock(transaction, "a", LockMode.EXCLUSIVE);
        assertThat(run.commit(transaction).value()).isTrue();
        assertThat(run.unsynced).isEmpty();
        assertThat(run.core.isUnlocked()).isTrue();
    }

    @Test
    void locks_areGrantedInTheOrderOfTheRequests() {
        long holder = run.begin();
        run.lock(holder, "a", LockMode.SHARED);
        Answer<Boolean> writing = run.lock(run.begin(), "a", LockMode.EXCLUSIVE);
        Answer<Boolean> reading = run.lock(run.begin(), "a", LockMode.SHARED);
        assertThat(writing.isThere()).as("while another holds it").isFalse();
        assertThat(reading.isThere()).as("behind one that waits").isFalse();
        run.commit(holder);
        assertThat(writing.value()).isTrue();
        assertThat(reading.isThere()).isFalse();
    }

    @Test
    void strongerLock_comesBeforeThoseThatWait() {
        long one = run.begin();
        long two = run.begin();
        run.lock(one, "a", LockMode.SHARED);
        run.lock(two, "a", LockMode.SHARED);
        Answer<Boolean> other = run.lock(run.begin(), "a", LockMode.EXCLUSIVE);
        Answer<Boolean> stronger = run.lock(one, "a", LockMode.EXCLUSIVE);
        run.commit(two);
        assertThat(stronger.value()).isTrue();
        assertThat(other.isThere()).isFalse();
        run.commit(one);
        assertThat(other.value()).isTrue();
    }

    @Test
    void deadlock_isRefusedAtOnce_toWhomClosesIt() {
        long one = run.begin();
        long two = run.begin();
        long three = run.begin();
        run.lock(one, "a", LockMode.EXCLUSIVE);
        run.lock(two, "b", LockMode.EXCLUSIVE);
        run.lock(three, "c", LockMode.EXCLUSIVE);
        Answer<Boolean> oneWaits = run.lock(one, "b", LockMode.EXCLUSIVE);
        Answer<Boolean> twoWaits = run.lock(two, "c", LockMode.EXCLUSIVE);
        Answer<Boolean> closing = run.lock(three, "a", LockMode.SHARED);
        assertThat(closing.failure()).isEqualTo(Kind.CONFLICT);
        assertThat(closing.message()).contains("deadlock");
        assertThat(twoWaits.value()).as("since the third is rolled back").isTrue();
        assertThat(oneWaits.isThere()).isFalse();
    }

    @Test
    void twoWhoBothWantAStrongerLock_areADeadlock() {
        long one = run.begin();
        long two = run.begin();
        run.lock(one, "a", LockMode.SHARED);
        run.lock(two, "a", LockMode.SHARED);
        Answer<Boolean> first = run.lock(one, "a", LockMode.EXCLUSIVE);
        assertThat(run.lock(two, "a", LockMode.EXCLUSIVE).failure()).isEqualTo(Kind.CONFLICT);
        assertThat(first.value()).isTrue();
    }

    @Test
    void waitAndLife_endAtTheirBounds() {
        long holder = run.begin();
        run.lock(holder, "a", LockMode.EXCLUSIVE);
        Answer<Boolean> waiting = run.lock(run.begin(), "a", LockMode.EXCLUSIVE);
        run.pass(Duration.ofMillis(990));
        assertThat(waiting.isThere()).isFalse();
        run.pass(Duration.ofMillis(10));
        assertThat(waiting.failure()).isEqualTo(Kind.CONFLICT);
        run.pass(Duration.ofMillis(8_990));
        assertThat(run.core.isUnlocked()).isFalse();
        run.pass(Duration.ofMillis(10));
        assertThat(run.core.isUnlocked()).isTrue();
        assertThat(run.commit(holder).failure()).isEqualTo(Kind.EXPIRED);
    }

    @Test
    void transactionThatIsBeingMadeDurable_doesNotExpire() {
        long transaction = run.begin();
        run.put(transaction, Table.ROLES, "a", "1");
        Answer<Boolean> committed = run.commit(transaction);
        run.pass(Duration.ofSeconds(60));
        run.tell(new EngineEvent.RollBack(transaction));
        run.tell(new EngineEvent.Disconnect(1));
        assertThat(committed.isThere()).isFalse();
        run.sync();
        assertThat(committed.value()).isTrue();
    }

    @Test
    void workThatWaited_runsAgainFromItsBeginning() {
        long holder = run.begin();
        run.put(holder, Table.ROLES, "b", "held");
        int[] runs = {0};
        long waiting = run.begin();
        Answer<Integer> answer = run.call(waiting, rows -> {
            assertThat(rows.get(Table.ROLES, bytes("a"))).isNull();
            rows.put(Table.ROLES, bytes("a"), bytes("1"));
            rows.count(Counter.INODES, 1);
            rows.lock(Table.ROLES, bytes("b"), LockMode.SHARED);
            return ++runs[0];
        });
        assertThat(answer.isThere()).isFalse();
        run.commit(holder);
        run.sync();
        assertThat(answer.value()).isEqualTo(1);
        run.commit(waiting);
        run.sync();
        Long counted = run.read(rows -> rows.count(Counter.INODES));
        assertThat(counted).isEqualTo(1);
    }

    @Test
    void failedWork_rollsTheTransactionBack() {
        long transaction = run.begin();
        run.put(transaction, Table.ROLES, "a", "1");
        Answer<Boolean> failing = run.call(transaction, rows -> {
            throw new StoreException(Kind.DUPLICATE_KEY, "taken");
        });
        assertThat(failing.failure()).isEqualTo(Kind.DUPLICATE_KEY);
        assertThat(run.core.isUnlocked()).isTrue();
        Answer<Boolean> defective = run.call(run.begin(), rows -> {
            throw new IllegalStateException("a defect");
        });
        assertThat(defective.failure()).isEqualTo(Kind.INTERNAL);
        assertThat(run.core.isQuiet()).isTrue();
    }

    @Test
    void tooManyTransactions_andTooManyChanges_areRefused() {
        for (int i = 0; i < 5; i++) {
            run.begin();
        }
        Answer<Boolean> sixth = new Answer<>();
        run.tell(new EngineEvent.Begin<>(99, 1, run.writer, CoreRun.BOUNDS, rows -> true, sixth));
        assertThat(sixth.failure()).isEqualTo(Kind.UNAVAILABLE);
        run.tell(new EngineEvent.Disconnect(1));
        Answer<Boolean> changing = run.call(run.begin(), rows -> {
            for (int i = 0; i < 11; i++) {
                rows.put(Table.ROLES, bytes("r" + i), bytes("1"));
            }
            return true;
        });
        assertThat(changing.failure()).isEqualTo(Kind.INTERNAL);
        assertThat(changing.message()).contains("10 rows");
    }

    @Test
    void fence_isAnsweredWhenItIsDurable_andHoldsAfterARestart() {
        Answer<WriterId> fenced = new Answer<>();
        run.tell(new EngineEvent.Fence(run.writer, Duration.ofSeconds(1), fenced));
        assertThat(fenced.isThere()).isFalse();
        run.sync();
        assertThat(fenced.isThere()).isTrue();
        run.restart();
        Answer<Boolean> begun = new Answer<>();
        run.tell(new EngineEvent.Begin<>(99, 1, run.writer, CoreRun.BOUNDS, rows -> true, begun));
        assertThat(begun.failure()).isEqualTo(Kind.FENCED);
    }

    @Test
    void numbers_areNotHandedOutAgainAfterARestart() {
        Answer<IdRange> first = new Answer<>();
        run.tell(new EngineEvent.Reserve(Sequence.INODE, 10, Long.MIN_VALUE, first));
        assertThat(first.isThere()).isFalse();
        run.sync();
        run.restart();
        Answer<IdRange> second = new Answer<>();
        run.tell(new EngineEvent.Reserve(Sequence.INODE, 1, Long.MIN_VALUE, second));
        run.sync();
        assertThat(second.value().first()).isEqualTo(first.value().first() + 10);
    }

    @Test
    void logThatCannotBeWritten_endsAllWriting_whileReadsGoOn() {
        long before = run.begin();
        run.put(before, Table.ROLES, "a", "1");
        run.commit(before);
        run.sync();
        long lost = run.begin();
        run.put(lost, Table.ROLES, "b", "1");
        Answer<Boolean> committed = run.commit(lost);
        long other = run.begin();
        run.put(other, Table.ROLES, "c", "1");
        run.tell(new EngineEvent.WriteFailed(new StoreException(Kind.UNAVAILABLE, "no space left on device")));
        assertThat(committed.failure()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(committed.message()).contains("no space left on device").contains("until the disk works again");
        assertThat(run.core.isBroken()).isTrue();
        assertThat(run.core.isQuiet()).isTrue();
        // It began without the batch, which may be durable.
        assertThat(run.commit(other).failure()).isEqualTo(Kind.EXPIRED);
        Answer<WriterId> registered = new Answer<>();
        run.tell(new EngineEvent.Register("late", registered));
        assertThat(registered.failure()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(run.exists(Table.ROLES, "a")).isTrue();
        assertThat(run.exists(Table.ROLES, "b")).isFalse();
    }

    @Test
    void refusedBatch_leavesNoTrace_andOpenTransactionsGoOn() {
        StoreException full = new StoreException(Kind.FULL, "no room");
        long refused = run.begin();
        run.put(refused, Table.ROLES, "a", "1");
        run.call(refused, rows -> {
            rows.count(Counter.INODES, 5);
            return true;
        });
        Answer<Boolean> committed = run.commit(refused);
        long open = run.begin();
        run.put(open, Table.ROLES, "b", "1");
        Answer<Boolean> lock = run.lock(open, "a", LockMode.EXCLUSIVE);
        Answer<WriterId> registered = new Answer<>();
        run.tell(new EngineEvent.Register("refused", registered));
        Answer<WriterId> fenced = new Answer<>();
        run.tell(new EngineEvent.Fence(run.writer, Duration.ofSeconds(1), fenced));
        Answer<Integer> claimed = new Answer<>();
        run.tell(new EngineEvent.ClaimDeployments(3, claimed));
        run.unsynced.remove();
        run.tell(new EngineEvent.WriteRefused(full));
        assertThat(committed.failure()).isEqualTo(Kind.FULL);
        assertThat(registered.failure()).isEqualTo(Kind.FULL);
        assertThat(fenced.failure()).isEqualTo(Kind.FULL);
        assertThat(claimed.failure()).isEqualTo(Kind.FULL);
        assertThat(run.core.isBroken()).isFalse();
        assertThat(lock.value()).isTrue();
        Answer<Boolean> later = run.commit(open);
        run.sync();
        assertThat(later.value()).isTrue();
        assertThat(run.exists(Table.ROLES, "a")).isFalse();
        assertThat(run.exists(Table.ROLES, "b")).isTrue();
        assertThat(run.<Long>read(rows -> rows.count(Counter.INODES))).isZero();
        Answer<Integer> other = new Answer<>();
        run.tell(new EngineEvent.ClaimDeployments(4, other));
        run.sync();
        assertThat(other.value()).isEqualTo(4);
        assertThat(run.begin()).as("the writer is not fenced").isPositive();
    }
}
