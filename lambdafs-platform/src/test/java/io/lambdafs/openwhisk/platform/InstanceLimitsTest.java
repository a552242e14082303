package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of CPU and memory of real instances. */
final class InstanceLimitsTest {
    private static final int BOUND_SECONDS = 20;

    @TempDir
    Path directory;

    /** Two threads that spin would use two cores, or what there is. */
    @Test
    void busyInstance_usesNoMoreThanItsShareOfACore() throws Exception {
        try (PlatformFixture fixture = limited(PoolSettings.defaults().withUnlimitedStart(0))) {
            register(fixture, "busy", "echo", "{\"memory\":256,\"logs\":0}", "200");
            fixture.result("busy", "{\"do\":\"burn\"}");

            long cpuBefore = cpuTime(fixture);
            long before = System.nanoTime();
            PlatformFixture.await(() -> cpuTime(fixture), cpu -> cpu >= cpuBefore + 300);
            long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            double cores = (cpuTime(fixture) - cpuBefore) / (double) elapsedMillis;

            assertThat(cores).as("cores in use").isLessThanOrEqualTo(0.3);
            JsonNode instance = fixture.admin().at("/instances/0");
            assertThat(instance.path("cpuMillis").asInt()).isEqualTo(200);
            assertThat(instance.path("throttledMillis").asLong()).isPositive();
            assertThat(PlatformFixture.await(
                                    () -> fixture.admin().at("/instances/0/cpuInUseMillis"), JsonNode::isNumber)
                            .asInt())
                    .isPositive();
        }
    }

    @Test
    void instance_isNotThrottledWhileItStarts_norSoonAfterwards() throws Exception {
        try (PlatformFixture fixture = limited(PoolSettings.defaults().withUnlimitedStart(60_000))) {
            register(fixture, "busy", "echo", "{\"memory\":256,\"logs\":0}", "100");
            fixture.result("busy", "{\"do\":\"burn\"}");

            // At a tenth of a core this would take ten seconds, in almost all of which it would be throttled.
            PlatformFixture.await(() -> cpuTime(fixture), cpu -> cpu >= 1_000);

            assertThat(throttled(fixture)).isZero();
        }
    }

    @Test
    void instance_thatHasNotAnsweredYet_isThrottledWhenItsTimeIsOver() throws Exception {
        try (PlatformFixture fixture = limited(PoolSettings.defaults().withUnlimitedStart(1))) {
            CompletableFuture<JsonNode> first = burnUntilTheGateOpens(fixture);
            PlatformFixture.await(() -> throttled(fixture), millis -> millis > 0);
            assertThat(first).isNotDone();
            openGate();
            assertThat(first.join().path("pid").asLong()).isPositive();
        }
    }

    private CompletableFuture<JsonNode> burnUntilTheGateOpens(PlatformFixture fixture) throws Exception {
        register(fixture, "busy", "echo", "{\"memory\":256,\"logs\":0}", "100");
        return fixture.resultAsync("busy", "{\"do\":\"burn and wait\",\"file\":\"" + directory.resolve("gate") + "\"}");
    }

    private void openGate() throws IOException {
        Files.createFile(directory.resolve("gate"));
    }

    private static long throttled(PlatformFixture fixture) throws Exception {
        return fixture.admin().at("/instances/0/throttledMillis").asLong();
    }

    @Test
    void instance_thatNeedsMoreMemoryThanItsLimit_isEndedAndReplaced() throws Exception {
        try (PlatformFixture fixture = limited()) {
            register(fixture, "hungry", "greedy", "{\"memory\":256,\"logs\":0}", "");
            long first = fixture.result("hungry", "{}").path("pid").asLong();
            HttpResponse<String> failed = fixture.invoke("hungry", "&result=true", "{\"do\":\"allocate\"}");
            assertThat(failed.statusCode()).isEqualTo(502);
            assertThat(PlatformFixture.json(failed).path("error").asText())
                    .isEqualTo("The action exhausted its memory and was aborted.");
            assertThat(fixture.result("hungry", "{}").path("pid").asLong()).isNotEqualTo(first);
        }
    }

    @Test
    void pool_holdsNoMoreInstancesThanItHasCpuFor() throws Exception {
        try (PlatformFixture fixture =
                new PlatformFixture(config(PoolSettings.defaults().withCpu(500)))) {
            register(fixture, "small", "echo", "{\"memory\":128,\"logs\":0,\"concurrency\":1}", "250");
            Path gate = directory.resolve("gate");
            String waiting = "{\"do\":\"wait\",\"file\":\"" + gate + "\"}";
            List<CompletableFuture<JsonNode>> calls = List.of(
                    fixture.resultAsync("small", waiting),
                    fixture.resultAsync("small", waiting),
                    fixture.resultAsync("small", waiting));
            JsonNode full = PlatformFixture.await(
                    fixture::admin, pool -> pool.path("queued").asInt() == 1);
            assertThat(full.path("instances")).hasSize(2);
            assertThat(full.path("usedCpuMillis").asInt()).isEqualTo(500);
            assertThat(full.path("totalCpuMillis").asInt()).isEqualTo(500);
            Files.createFile(gate);
            for (CompletableFuture<JsonNode> call : calls) {
                assertThat(call.join().path("pid").asLong()).isPositive();
            }
            assertThat(fixture.admin().path("coldStarts").asInt()).isEqualTo(2);
        }
    }

    @Test
    void limitOfCpu_isCheckedAndForgottenWithItsAnnotation() throws Exception {
        try (PlatformFixture fixture = new PlatformFixture(config(PoolSettings.defaults()))) {
            assertThat(error(fixture, "9"))
                    .isEqualTo(
                            "requirement failed: cpu 9 thousandths of a core below allowed threshold of 10 thousandths"
                                    + " of a core");
            assertThat(error(fixture, "1000001")).contains("cpu 1000001 thousandths of a core exceeds");
            assertThat(error(fixture, "0")).contains("'cpu-millis' must be a positive integer");
            assertThat(error(fixture, "\"100\"")).contains("'cpu-millis' must be a positive integer");
            register(fixture, "changed", "echo", "{\"memory\":256,\"logs\":0}", "2000");
            fixture.result("changed", "{}");
            assertThat(fixture.admin().at("/instances/0/cpuMillis").asInt()).isEqualTo(2000);
            register(fixture, "changed", "echo", "{\"memory\":256,\"logs\":0}", "");
            fixture.result("changed", "{}");
            assertThat(fixture.admin().findValuesAsText("cpuMillis")).contains("0");
        }
    }

    @Test
    void platform_withoutControlGroups_saysWhatToDo_andRuns() throws Exception {
        List<String> hidden =
                List.of("unshare", "--mount", "/bin/sh", "-c", "umount -l /sys/fs/cgroup && exec \"$@\"", "sh");
        assumeTrue(
                succeeds(hidden),
                "the control groups cannot be hidden from a process here: that takes root and unshare");
        PlatformConfig config = config(PoolSettings.defaults());
        Path file = directory.resolve("config.json");
        ConfigFile.write(file, config);
        List<String> command = new ArrayList<>(hidden);
        command.addAll(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PlatformMain.class.getName(),
                "--config",
                file.toString()));
        Process platform = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            BufferedReader output = platform.inputReader(StandardCharsets.UTF_8);
            assertThat(output.lines().takeWhile(line -> !line.startsWith("platform ready")))
                    .anyMatch(line -> line.startsWith("Instances run without limits of CPU and memory: "));
        } finally {
            platform.destroy();
            assertThat(platform.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static boolean succeeds(List<String> hidden) throws Exception {
        List<String> command = new ArrayList<>(hidden);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException noUnshare) {
            return false;
        }
    }

    private static long cpuTime(PlatformFixture fixture) throws Exception {
        return fixture.admin().at("/instances/0/cpuTimeMillis").asLong();
    }

    private static String error(PlatformFixture fixture, String cpuMillis) throws Exception {
        HttpResponse<String> refused = put(fixture, "refused", "echo", "{}", cpuMillis);
        assertThat(refused.statusCode()).isEqualTo(400);
        return PlatformFixture.json(refused).path("error").asText();
    }

    private static void register(PlatformFixture fixture, String name, String image, String limits, String cpuMillis)
            throws Exception {
        assertThat(put(fixture, name, image, limits, cpuMillis).statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> put(
            PlatformFixture fixture, String name, String image, String limits, String cpuMillis) throws Exception {
        String annotations = cpuMillis.isEmpty() ? "" : "{\"key\":\"cpu-millis\",\"value\":" + cpuMillis + "}";
        String body = "{\"exec\":{\"kind\":\"blackbox\",\"image\":\"" + image + "\",\"code\":\"\"},\"limits\":" + limits
                + ",\"annotations\":[" + annotations + "]}";
        return fixture.send("PUT", "/actions/" + name + "?overwrite=true", body);
    }

    private PlatformConfig config(PoolSettings pool) {
        return PlatformFixture.config(directory.resolve("data")).withPool(pool);
    }

    private PlatformFixture limited() throws Exception {
        return limited(PoolSettings.defaults());
    }

    private PlatformFixture limited(PoolSettings pool) throws Exception {
        PlatformFixture fixture = new PlatformFixture(config(pool));
        boolean limits = fixture.platform().unlimited().isEmpty();
        if (!limits) {
            fixture.close();
        }
        assumeTrue(limits, "no control groups for cpu and memory that this user may use");
        return fixture;
    }
}
