package io.lambdafs.store.rocks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.CoreRun.Answer;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Cycles of waits that lead through queues: each is refused in the step that would close it. No time passes in these tests. */
final class LockCyclesTest {
    private final CoreRun run = new CoreRun(new EngineLimits(5, 10, 6, 3, Duration.ofSeconds(100)));

    @Test
    void locksThatTwoTransactionsTakeTogetherInOppositeOrders_areRefusedToOne() {
        long holder = run.begin();
        run.lock(holder, "a", LockMode.EXCLUSIVE);
        run.lock(holder, "b", LockMode.EXCLUSIVE);
        Answer<Boolean> forth = lockBoth(run.begin(), "a", "b");
        Answer<Boolean> back = lockBoth(run.begin(), "b", "a");
        assertThat(forth.isThere() || back.isThere()).isFalse();

        // Each gets its first row, and asks for the other's in the same step.
        run.commit(holder);

        assertThat(forth.isThere() && back.isThere()).isTrue();
        Answer<Boolean> refused = succeeded(forth) ? back : forth;
        assertThat(succeeded(refused)).isFalse();
        assertThat(refused.failure()).isEqualTo(Kind.CONFLICT);
        assertThat(refused.message()).contains("deadlock");
    }

    @Test
    void cycleThroughAQueuedRequest_isRefused_thoughNobodyHoldsTheRowAgainstIt() {
        long one = run.begin();
        long two = run.begin();
        long three = run.begin();
        run.lock(one, "a", LockMode.SHARED);
        run.lock(three, "c", LockMode.EXCLUSIVE);
        Answer<Boolean> exclusive = run.lock(two, "a", LockMode.EXCLUSIVE);
        // It is compatible with the holder, and waits for the one that came before it.
        Answer<Boolean> behind = run.lock(three, "a", LockMode.SHARED);
        assertThat(exclusive.isThere() || behind.isThere()).isFalse();

        Answer<Boolean> closing = run.lock(one, "c", LockMode.SHARED);

        assertThat(closing.failure()).isEqualTo(Kind.CONFLICT);
        assertThat(exclusive.value()).as("since the first is rolled back").isTrue();
        run.commit(two);
        assertThat(behind.value()).isTrue();
    }

    @Test
    void twoStrongerLocksOfOneRow_areRefusedToTheSecond_withAnExclusiveOneQueued() {
        long one = run.begin();
        long two = run.begin();
        long three = run.begin();
        run.lock(one, "a", LockMode.SHARED);
        run.lock(two, "a", LockMode.SHARED);
        Answer<Boolean> queued = run.lock(three, "a", LockMode.EXCLUSIVE);
        Answer<Boolean> first = run.lock(one, "a", LockMode.EXCLUSIVE);
        assertThat(queued.isThere() || first.isThere()).isFalse();

        Answer<Boolean> second = run.lock(two, "a", LockMode.EXCLUSIVE);

        assertThat(second.failure()).isEqualTo(Kind.CONFLICT);
        assertThat(first.value()).as("since the second is rolled back").isTrue();
        assertThat(queued.isThere()).isFalse();
        run.commit(one);
        assertThat(queued.value()).isTrue();
    }

    @Test
    void strongerLockThatGoesBeforeAQueue_closesACycleWithOneThatWaitsThere() {
        long one = run.begin();
        long two = run.begin();
        long three = run.begin();
        run.lock(one, "a", LockMode.SHARED);
        run.lock(two, "a", LockMode.SHARED);
        run.lock(three, "c", LockMode.EXCLUSIVE);
        Answer<Boolean> behind = run.lock(three, "a", LockMode.EXCLUSIVE);
        Answer<Boolean> waits = run.lock(two, "c", LockMode.EXCLUSIVE);
        // The third waits for the second, which closes a cycle already.
        assertThat(waits.failure()).isEqualTo(Kind.CONFLICT);

        Answer<Boolean> stronger = run.lock(one, "a", LockMode.EXCLUSIVE);

        assertThat(stronger.value()).as("nobody else shares the row any more").isTrue();
        run.commit(one);
        assertThat(behind.value()).isTrue();
    }

    private Answer<Boolean> lockBoth(long transaction, String first, String second) {
        return run.call(transaction, rows -> {
            rows.lock(Table.ROLES, CoreRun.bytes(first), LockMode.EXCLUSIVE);
            rows.lock(Table.ROLES, CoreRun.bytes(second), LockMode.EXCLUSIVE);
            return true;
        });
    }

    private static boolean succeeded(Answer<Boolean> answer) {
        try {
            return answer.value();
        } catch (StoreException refused) {
            return false;
        }
    }
}
