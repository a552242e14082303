package io.lambdafs.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.ProtocolRules;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StageRehearsalTest {
    private static final int UNTIL = 500;

    /** A rehearsal that reads past the cache compiles the wrong code. */
    @Test
    void almostAllReadsAreAnsweredFromTheCache_untilSomebodyNeedsTheInstance() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        FunctionConfig config = FunctionConfig.of(Map.of(
                "LAMBDAFS_STORE_URL", "rocks://127.0.0.1:1",
                "LAMBDAFS_ZOOKEEPER", "127.0.0.1:2",
                "LAMBDAFS_DEPLOYMENTS", "4",
                "LAMBDAFS_SUPERUSER", "alice"));
        try (InstanceThreads threads = new InstanceThreads(1)) {
            int cached = StageRehearsal.run(config, ProtocolRules.ALL, threads, () -> asked.incrementAndGet() <= UNTIL);

            assertThat(asked).hasValue(UNTIL + 1);
            assertThat(cached).isBetween(UNTIL / 2, UNTIL);
        }
    }
}
