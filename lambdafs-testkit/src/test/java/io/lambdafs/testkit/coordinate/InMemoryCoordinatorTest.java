package io.lambdafs.testkit.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.CoordinatorException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The battery on the in-memory twin. */
final class InMemoryCoordinatorTest extends CoordinatorContract {
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final InMemoryCoordination service = new InMemoryCoordination(executor, Duration.ofSeconds(6));

    @Override
    protected Coordinator connect() {
        return service.connect();
    }

    @Override
    protected void loseSession(Coordinator coordinator) {
        ((InMemoryCoordinator) coordinator).loseSession();
    }

    @Override
    protected void stopService() {
        executor.shutdownNow();
    }

    @Test
    void unreachableService_refuses() throws Exception {
        Coordinator one = open();
        service.setReachable(false);
        assertThatThrownBy(() -> one.register(member(1))).isInstanceOf(CoordinatorException.class);
        service.setReachable(true);
        assertThat(one.members()).isEmpty();
    }
}
