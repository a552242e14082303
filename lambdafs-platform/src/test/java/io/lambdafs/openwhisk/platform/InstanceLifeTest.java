package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.rest.LimitSettings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Pause, removal, eviction, waiting and throttling of real instances. */
final class InstanceLifeTest {
    @TempDir
    Path directory;

    @Test
    @EnabledIf(value = "hasProc", disabledReason = "needs /proc to see whether a process is stopped")
    void idleInstance_isStoppedAndContinuesWithTheNextCall() throws Exception {
        try (PlatformFixture fixture = start(PoolSettings.defaults().withIdleTimes(50, 600_000))) {
            fixture.registerEcho("paused", 4);
            long pid = fixture.result("paused", "{}").path("pid").asLong();
            PlatformFixture.await(() -> processState(pid), state -> state == 'T');
            assertThat(fixture.admin().at("/instances/0/state").asText()).isEqualTo("paused");

            assertThat(fixture.result("paused", "{}").path("pid").asLong()).isEqualTo(pid);
            PlatformFixture.await(() -> processState(pid), state -> state == 'T');
            assertThat(fixture.admin().path("coldStarts").asInt()).isEqualTo(1);
        }
    }

    @Test
    void idleInstance_isRemovedInTheEnd() throws Exception {
        try (PlatformFixture fixture = start(PoolSettings.defaults().withIdleTimes(30, 60))) {
            fixture.registerEcho("removed", 1);
            long pid = fixture.result("removed", "{}").path("pid").asLong();
            PlatformFixture.await(() -> ProcessHandle.of(pid).isPresent(), alive -> !alive);
            assertThat(fixture.admin().path("instances")).isEmpty();
        }
    }

    @Test
    void idleInstance_isEvictedForAnotherAction() throws Exception {
        try (PlatformFixture fixture =
                start(PoolSettings.defaults().withMemory(512, 10).withProtection(0, 0))) {
            fixture.registerEcho("one", 1);
            fixture.registerEcho("two", 1);
            fixture.registerEcho("three", 1);
            long one = fixture.result("one", "{}").path("pid").asLong();
            long two = fixture.result("two", "{}").path("pid").asLong();
            fixture.result("three", "{}");
            PlatformFixture.await(() -> ProcessHandle.of(one).isPresent(), alive -> !alive);
            assertThat(ProcessHandle.of(two)).isPresent();
            assertThat(fixture.admin().path("evictions").asInt()).isEqualTo(1);
        }
    }

    @Test
    void fullMemory_makesCallsWaitAndThenRefusesThem() throws Exception {
        try (PlatformFixture fixture = start(PoolSettings.defaults().withMemory(512, 1))) {
            fixture.register("big", "echo", "", "{\"memory\":512,\"logs\":0}");
            fixture.registerEcho("small", 1);
            Path gate = directory.resolve("gate");
            CompletableFuture<JsonNode> running =
                    fixture.resultAsync("big", "{\"do\":\"wait\",\"file\":\"" + gate + "\"}");
            PlatformFixture.await(() -> fixture.admin().at("/instances/0/state").asText(), "busy"::equals);
            CompletableFuture<JsonNode> waiting = fixture.resultAsync("small", "{}");
            PlatformFixture.await(() -> fixture.admin().path("queued").asInt(), queued -> queued == 1);

            HttpResponse<String> refused = fixture.invoke("small", "", "{}");
            assertThat(refused.statusCode()).isEqualTo(503);

            Files.createFile(gate);
            assertThat(running.join().path("pid").asLong()).isPositive();
            assertThat(waiting.join().path("pid").asLong()).isPositive();
        }
    }

    @Test
    void throttles_refuseWith429() throws Exception {
        PlatformConfig config = config(PoolSettings.defaults())
                .withLimits(LimitSettings.defaults().withThrottle(1_000_000, 1));
        try (PlatformFixture fixture = new PlatformFixture(config)) {
            fixture.registerEcho("busy", 1);
            Path gate = directory.resolve("gate");
            CompletableFuture<JsonNode> running =
                    fixture.resultAsync("busy", "{\"do\":\"wait\",\"file\":\"" + gate + "\"}");
            PlatformFixture.await(() -> fixture.admin().path("instances").size(), count -> count == 1);
            HttpResponse<String> refused = fixture.invoke("busy", "", "{}");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(PlatformFixture.json(refused).path("error").asText())
                    .isEqualTo("Too many concurrent requests in flight (count: 1, allowed: 1).");
            Files.createFile(gate);
            running.join();
            assertThat(fixture.invoke("busy", "", "{}").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void stoppingThePlatform_endsItsInstancesEvenPausedOnes() throws Exception {
        long pid;
        try (PlatformFixture fixture = start(PoolSettings.defaults().withIdleTimes(30, 600_000))) {
            fixture.registerEcho("stopped", 1);
            pid = fixture.result("stopped", "{}").path("pid").asLong();
            PlatformFixture.await(() -> fixture.admin().at("/instances/0/state").asText(), "paused"::equals);
        }
        PlatformFixture.await(() -> ProcessHandle.of(pid).isPresent(), alive -> !alive);
    }

    /** A NameNode has a cluster to leave, which otherwise waits for its session's end. */
    @Test
    void removedInstance_leavesBeforeItEnds() throws Exception {
        Path left = directory.resolve("left");
        try (PlatformFixture fixture = start(PoolSettings.defaults().withIdleTimes(30, 60))) {
            fixture.registerEcho("leaving", 1);
            fixture.result("leaving", "{\"do\":\"leave\",\"file\":\"" + left + "\"}");
            PlatformFixture.await(() -> Files.exists(left), exists -> exists);
        }
    }

    @Test
    void stoppingThePlatform_letsInstancesLeave() throws Exception {
        Path left = directory.resolve("left");
        try (PlatformFixture fixture = start(PoolSettings.defaults().withIdleTimes(30, 600_000))) {
            fixture.registerEcho("leaving", 1);
            fixture.result("leaving", "{\"do\":\"leave\",\"file\":\"" + left + "\"}");
            PlatformFixture.await(() -> fixture.admin().at("/instances/0/state").asText(), "paused"::equals);
        }
        assertThat(left).exists();
    }

    @Test
    void update_ofAnAction_isServedByNewInstancesOnly() throws Exception {
        try (PlatformFixture fixture = start(PoolSettings.defaults())) {
            fixture.registerEcho("updated", 1);
            long old = fixture.result("updated", "{}").path("pid").asLong();
            fixture.registerEcho("updated", 1);
            assertThat(fixture.result("updated", "{}").path("pid").asLong()).isNotEqualTo(old);
        }
    }

    private PlatformFixture start(PoolSettings pool) throws Exception {
        return new PlatformFixture(config(pool));
    }

    private PlatformConfig config(PoolSettings pool) {
        return PlatformFixture.config(directory.resolve("data")).withPool(pool);
    }

    static boolean hasProc() {
        return Files.exists(Path.of("/proc/self/stat"));
    }

    static char processState(long pid) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
