package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What outlives a platform, and what must not. */
final class RestartTest {
    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void actions_areKnownAfterARestart() throws Exception {
        PlatformConfig config = PlatformFixture.config(directory.resolve("data"));
        String before;
        try (PlatformFixture fixture = new PlatformFixture(config)) {
            fixture.register("kept", "echo", "", "{\"memory\":128,\"concurrency\":7}");
            before = fixture.send("GET", "/actions/kept", "").body();
        }
        try (PlatformFixture fixture = new PlatformFixture(config)) {
            assertThat(fixture.send("GET", "/actions/kept", "").body()).isEqualTo(before);
            assertThat(fixture.result("kept", "{}").path("pid").asLong()).isPositive();
        }
    }

    @Test
    void instances_ofAKilledPlatform_endByThemselvesOrAreEndedByTheNext() throws Exception {
        PlatformConfig config = PlatformFixture.config(directory.resolve("data"))
                .withPool(PoolSettings.defaults().withIdleTimes(30, 600_000));
        Process first = startMain(config);
        URI uri = awaitReady(first);
        TestPlatformClient client =
                new TestPlatformClient(uri, PlatformKey.read(config.dataDir().resolve("key")));
        client.registerEcho("paused", 1);
        client.registerEcho("running", 1);
        long running = client.result("running", "{}").path("pid").asLong();
        long paused = client.result("paused", "{}").path("pid").asLong();
        PlatformFixture.await(
                () -> client.admin().path("instances").findValuesAsText("state"), List.of("paused", "paused")::equals);
        signal("CONT", running);

        first.destroyForcibly().waitFor();
        PlatformFixture.await(() -> ProcessHandle.of(running).isPresent(), alive -> !alive);
        try (PlatformFixture second = new PlatformFixture(config)) {
            PlatformFixture.await(() -> ProcessHandle.of(paused).isPresent(), alive -> !alive);
            assertThat(second.admin().path("instances")).isEmpty();
            assertThat(second.result("paused", "{}").path("pid").asLong()).isNotEqualTo(paused);
        }
    }

    @Test
    void sigterm_endsThePlatformAndItsInstances() throws Exception {
        Process platform = startMain(PlatformFixture.config(directory.resolve("data")));
        TestPlatformClient client = new TestPlatformClient(
                awaitReady(platform), PlatformKey.read(directory.resolve("data").resolve("key")));
        client.registerEcho("one", 1);
        long pid = client.result("one", "{}").path("pid").asLong();
        platform.destroy();
        assertThat(platform.waitFor(20, TimeUnit.SECONDS)).isTrue();
        PlatformFixture.await(() -> ProcessHandle.of(pid).isPresent(), alive -> !alive);
    }

    @Test
    void secondPlatform_onTheSameDirectoryOrPort_isRefused() throws Exception {
        PlatformConfig config = PlatformFixture.config(directory.resolve("data"));
        try (PlatformFixture first = new PlatformFixture(config)) {
            assertThatThrownBy(() -> LocalPlatform.start(config))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another platform is using");
            PlatformConfig samePort = config.withDataDir(directory.resolve("other"))
                    .withPort(first.platform().port());
            assertThatThrownBy(() -> LocalPlatform.start(samePort)).isInstanceOf(IOException.class);
        }
        try (ServerSocket taken = new ServerSocket(0)) {
            Process main = startMain(config.withPort(taken.getLocalPort()).withHost("0.0.0.0"));
            assertThat(main.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(main.exitValue()).isEqualTo(1);
        }
    }

    @Test
    void ledger_neverEndsAProcessThatOnlyHasTheSameId() throws Exception {
        Path data = directory.resolve("data");
        Files.createDirectories(data);
        long self = ProcessHandle.current().pid();
        Files.writeString(data.resolve("instances.json"), "[{\"pid\":" + self + ",\"started\":12345}]");
        try (PlatformFixture fixture = new PlatformFixture(PlatformFixture.config(data))) {
            assertThat(fixture.admin().path("coldStarts").asInt()).isZero();
        }
    }

    private Process startMain(PlatformConfig config) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve("config.json");
        ConfigFile.write(file, config);
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlatformMain.class.getName(),
                        "--config",
                        file.toString())
                .redirectError(directory.resolve("platform.err").toFile())
                .start();
        started.add(process);
        return process;
    }

    private static URI awaitReady(Process platform) throws IOException {
        BufferedReader out = platform.inputReader();
        String line = out.readLine();
        assertThat(line).startsWith("platform ready at http://127.0.0.1:");
        return URI.create(line.substring("platform ready at ".length()));
    }

    private static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + pid).start();
        assertThat(kill.waitFor()).isZero();
    }
}
