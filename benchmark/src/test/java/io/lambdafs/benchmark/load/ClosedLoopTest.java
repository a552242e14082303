package io.lambdafs.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ClosedLoopTest {
    @Test
    void everyCaller_worksAndIsCounted() throws IOException, InterruptedException {
        Set<Integer> callers = ConcurrentHashMap.newKeySet();
        AtomicLong operations = new AtomicLong();
        try (ClosedLoop loop = new ClosedLoop()) {
            Work work = caller -> {
                callers.add(caller.number());
                operations.incrementAndGet();
            };
            LoadResult result = loop.run(loop.prepare(Tree.ROOT, work, 3), 5);

            assertThat(callers).containsExactlyInAnyOrder(0, 1, 2);
            assertThat(result.operations()).isEqualTo(operations.get());
        }
    }

    @Test
    void failedOperation_failsTheRound() {
        try (ClosedLoop loop = new ClosedLoop()) {
            Work work = caller -> {
                throw new IOException("no such file");
            };
            assertThatThrownBy(() -> loop.run(loop.prepare(Tree.ROOT, work, 2), 5))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no such file");
        }
    }

    @Test
    void workThatIsDone_endsTheRoundBeforeItsTime() throws IOException, InterruptedException {
        AtomicLong left = new AtomicLong();
        Work work = new Work() {
            @Override
            public void prepare(LoadCaller caller) {
                left.addAndGet(5);
            }

            @Override
            public boolean hasNext(LoadCaller caller) {
                return left.getAndDecrement() > 0;
            }

            @Override
            public void perform(LoadCaller caller) {}
        };
        try (ClosedLoop loop = new ClosedLoop()) {
            LoadResult result = loop.run(loop.prepare(Tree.ROOT, work, 2), Long.MAX_VALUE / 1_000_000);

            assertThat(result.operations()).isEqualTo(10);
            assertThat(result.readP99Micros()).isNaN();
        }
    }

    @Test
    void readsAmongOtherOperations_areMeasuredApart() throws IOException, InterruptedException {
        Work readThenWrite = new Work() {
            @Override
            public boolean hasNext(LoadCaller caller) {
                return caller.made().size() < 2;
            }

            @Override
            public void perform(LoadCaller caller) {
                if (caller.made().isEmpty()) {
                    caller.reads();
                }
                caller.made().push(caller.own());
            }
        };
        try (ClosedLoop loop = new ClosedLoop()) {
            LoadResult result = loop.run(loop.prepare(Tree.ROOT, readThenWrite, 1), 60_000);

            assertThat(result.operations()).isEqualTo(2);
            assertThat(result.readP99Micros()).isPositive();
        }
    }
}
