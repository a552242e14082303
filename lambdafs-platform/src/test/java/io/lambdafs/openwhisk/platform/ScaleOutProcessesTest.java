package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real instances that start because of load, and go without it. */
final class ScaleOutProcessesTest {
    private static final String ASKS = "{\"scaleOut\":true}";

    @TempDir
    Path directory;

    @Test
    void callThatAsksForScaleOut_runsInOneMoreProcess_untilThePoolHasNoCpuLeft() throws Exception {
        try (PlatformFixture fixture = fixture(10_000)) {
            fixture.registerEcho("reads", 64);
            long first = fixture.result("reads", "{}").path("pid").asLong();
            // It answers what it is sent, so it says now that a sibling would not help.
            assertThat(fixture.result("reads", "{\"scaleOut\":false}")
                            .path("pid")
                            .asLong())
                    .isEqualTo(first);
            assertThat(fixture.admin().at("/instances/0/declinesSibling").asBoolean())
                    .isTrue();
            assertThat(fixture.result("reads", "{}").path("pid").asLong()).isEqualTo(first);
            assertThat(fixture.admin().at("/instances/0/declinesSibling").asBoolean())
                    .isFalse();
            assertThat(fixture.result("reads", ASKS).path("pid").asLong()).isNotEqualTo(first);
            // A value that is not a boolean asks for nothing.
            fixture.result("reads", "{\"scaleOut\":\"true\"}");
            fixture.result("reads", ASKS);
            JsonNode pool = fixture.admin();
            assertThat(pool.path("instances")).hasSize(2);
            assertThat(pool.path("coldStarts").asLong()).isEqualTo(2);
            assertThat(pool.path("scaleOuts").asLong()).isEqualTo(1);
            assertThat(pool.path("evictions").asLong()).isZero();
        }
    }

    @Test
    void instanceThatNobodyNeeds_ends_andOneStays() throws Exception {
        try (PlatformFixture fixture = fixture(200)) {
            fixture.registerEcho("reads", 64);
            long first = fixture.result("reads", "{}").path("pid").asLong();
            long second = fixture.result("reads", ASKS).path("pid").asLong();
            assertThat(second).isNotEqualTo(first);
            JsonNode left = PlatformFixture.await(
                    () -> {
                        fixture.result("reads", "{}");
                        return fixture.admin().path("instances");
                    },
                    instances -> instances.size() == 1);
            long stayed = left.get(0).path("pid").asLong();
            assertThat(stayed).isIn(first, second);
            // Which one it is depends on how long the second took to start: the first may have been idle meanwhile.
            long gone = stayed == first ? second : first;
            PlatformFixture.await(
                    () -> ProcessHandle.of(gone).filter(ProcessHandle::isAlive), process -> process.isEmpty());
            assertThat(fixture.result("reads", "{}").path("pid").asLong()).isEqualTo(stayed);
        }
    }

    private PlatformFixture fixture(int pauseGraceMillis) throws Exception {
        return new PlatformFixture(PlatformFixture.config(directory.resolve("data"))
                .withPool(PoolSettings.defaults()
                        .withCpu(1_000)
                        .withIdleTimes(pauseGraceMillis, 600_000)
                        .withScaleOut(PoolSettings.UNBOUNDED_INSTANCES, 0)));
    }
}
