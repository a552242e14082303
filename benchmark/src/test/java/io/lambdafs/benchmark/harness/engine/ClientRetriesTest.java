package io.lambdafs.benchmark.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.ClientMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

final class ClientRetriesTest {
    /** A client's metrics as λFS's client has them, for a caller that knows nothing but the names of methods. */
    static class OlderMetrics {
        protected long resubmissions;

        public long resubmissions() {
            return resubmissions;
        }
    }

    static final class Metrics extends OlderMetrics {
        private final List<Consumer<String>> listeners = new ArrayList<>();

        public AutoCloseable onResubmission(Consumer<String> listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }

        void resubmit() {
            resubmissions++;
            listeners.forEach(listener -> listener.accept("getFileInfo"));
        }
    }

    private static void inAnotherThread(Runnable task) throws Exception {
        FutureTask<Boolean> future = new FutureTask<>(task, true);
        Thread thread = new Thread(future, "another");
        thread.setDaemon(true);
        thread.start();
        assertThat(future.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void resubmission_belongsToTheThreadThatMadeIt() throws Exception {
        Metrics metrics = new Metrics();
        try (ClientRetries retries = ClientRetries.of(Optional.of(metrics))) {
            LongSupplier own = retries.ofThisThread();
            metrics.resubmit();
            inAnotherThread(() -> {
                LongSupplier others = retries.ofThisThread();
                metrics.resubmit();
                metrics.resubmit();
                assertThat(others.getAsLong()).isEqualTo(2);
            });
            // As a lease renewer does, which performs no operation.
            inAnotherThread(metrics::resubmit);

            assertThat(own.getAsLong()).isEqualTo(1);
            assertThat(retries.areKnown()).isTrue();
        }
        assertThat(metrics.listeners).isEmpty();
    }

    @Test
    void nothingIsKnown_ofAClientThatDidNothing_orThatCountsOnlyAsAWhole_orThatIsNotThere() {
        try (ClientRetries retries = ClientRetries.of(Optional.of(new Metrics()))) {
            assertThat(retries.areKnown()).isFalse();
        }
        OlderMetrics older = new OlderMetrics();
        try (ClientRetries retries = ClientRetries.of(Optional.of(older))) {
            older.resubmissions++;
            assertThat(retries.areKnown()).isFalse();
        }
        try (ClientRetries retries = ClientRetries.of(Optional.empty())) {
            assertThat(retries.areKnown()).isFalse();
            assertThat(retries.ofThisThread().getAsLong()).isZero();
        }
    }

    /** The names by which the client is reached are those that it has. */
    @Test
    void lambdafsClient_takesAListener() throws Exception {
        assertThat(Counters.metrics()).containsInstanceOf(ClientMetrics.class);
        assertThat(ClientMetrics.class
                        .getMethod("onResubmission", Consumer.class)
                        .getReturnType())
                .isEqualTo(AutoCloseable.class);
        ClientRetries.watch().close();
    }
}
