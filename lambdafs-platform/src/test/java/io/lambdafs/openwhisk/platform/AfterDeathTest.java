package io.lambdafs.openwhisk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.process.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that an image names for the time after an instance's death is told of the dead, and of no others. */
final class AfterDeathTest {
    @TempDir
    private Path directory;

    @Test
    void killedInstances_areToldOf_andThoseThatLeftAreNot() throws Exception {
        PoolSettings soonRemoved = PoolSettings.defaults().withIdleTimes(30, 60);
        try (PlatformFixture fixture = start("cat >> '" + obituaries() + "'", soonRemoved)) {
            fixture.registerEcho("left", 1);
            long left = fixture.result("left", "{}").path("pid").asLong();
            PlatformFixture.await(() -> ProcessHandle.of(left).isPresent(), alive -> !alive);

            fixture.registerEcho("killed", 1);
            fixture.result("killed", "{\"do\":\"exit\"}");
            List<String> told = PlatformFixture.await(this::told, lines -> !lines.isEmpty());

            // The one that left did so before: it would have been the first.
            assertThat(told).hasSize(1);
            assertThat(told.get(0)).matches("[0-9a-f-]{36}");
        }
    }

    @Test
    void programThatFails_doesNotKeepLaterDeathsFromBeingTold() throws Exception {
        // The line is written last: once the test has read it, the program leaves nothing more in the directory.
        String once =
                "mkdir '" + directory.resolve("failed") + "'; again=$?; cat >> '" + obituaries() + "'; [ $again != 0 ]";
        try (PlatformFixture fixture = start(once, PoolSettings.defaults())) {
            fixture.registerEcho("one", 1);
            fixture.result("one", "{\"do\":\"exit\"}");
            PlatformFixture.await(this::told, lines -> lines.size() == 1);
            fixture.result("one", "{\"do\":\"exit\"}");
            List<String> told = PlatformFixture.await(this::told, lines -> lines.size() == 2);
            assertThat(told).doesNotHaveDuplicates();
        }
    }

    private Path obituaries() {
        return directory.resolve("obituaries");
    }

    private List<String> told() throws Exception {
        return Files.exists(obituaries()) ? Files.readAllLines(obituaries()) : List.of();
    }

    private PlatformFixture start(String afterDeath, PoolSettings pool) throws Exception {
        Image echo = new Image(
                PlatformFixture.ECHO.command(),
                PlatformFixture.ECHO.environment(),
                List.of("/bin/sh", "-c", afterDeath));
        return new PlatformFixture(PlatformConfig.defaults(directory.resolve("data"))
                .withImages(Map.of("echo", echo))
                .withPool(pool));
    }
}
