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
            LoadResult result = loop.run(
                    caller -> {
                        callers.add(caller.number());
                        operations.incrementAndGet();
                    },
                    3,
                    5);

            assertThat(callers).containsExactlyInAnyOrder(0, 1, 2);
            assertThat(result.operations()).isEqualTo(operations.get());
        }
    }

    @Test
    void failedOperation_failsTheRound() {
        try (ClosedLoop loop = new ClosedLoop()) {
            assertThatThrownBy(() -> loop.run(
                            caller -> {
                                throw new IOException("no such file");
                            },
                            2,
                            5))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no such file");
        }
    }
}
