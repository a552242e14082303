package io.lambdafs.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import io.lambdafs.openwhisk.platform.process.Image;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an instance writes to its log when the platform has frozen it for longer than its session lives. */
@Tag("alone")
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class PausedInstanceLogTest {
    private static final int SESSION_MILLIS = 4_000;
    private static final int LEAVE_AFTER_MILLIS = 1_000;
    private static final int PAUSE_AFTER_MILLIS = 2_500;

    /** How long an instance is frozen, at least: ZooKeeper looks for sessions that have ended in intervals of its own. */
    private static final int FROZEN_MILLIS = 3 * SESSION_MILLIS;

    private static final String LIBRARIES = "org.apache.";
    private static final Duration BOUND = Duration.ofMinutes(1);

    @Test
    void frozenInstance_writesNothingOfItsEndedSession() throws Exception {
        try (Stack stack = Stack.start(1, 0, "--stem-cells", "0")) {
            List<String> usual;
            try (LocalPlatform platform =
                    OtherPlatform.replace(stack, config -> withShortTimes(config, option -> true))) {
                assertThat(platform.port()).isPositive();
                usual = linesOfAPause(stack);
            }
            List<String> talkative;
            try (LocalPlatform platform = OtherPlatform.start(
                    stack,
                    config -> withShortTimes(config, option -> !option.contains("simpleLogger.log.org.apache")))) {
                assertThat(platform.port()).isPositive();
                talkative = linesOfAPause(stack);
            }
            assertThat(talkative).as("what is turned off").anyMatch(line -> line.contains(LIBRARIES));
            assertThat(usual).hasSizeLessThanOrEqualTo(1).noneMatch(line -> line.contains(LIBRARIES));
        }
    }

    /** What all instances write from before they are paused until they serve, as members, again. */
    private static List<String> linesOfAPause(Stack stack) throws Exception {
        try (FileSystem files = stack.newClient()) {
            files.mkdirs(new Path("/directory"));
            files.delete(new Path("/directory/afterwards"), true);
            List<String> before = logged(stack);
            Await.until("the instance has been frozen for long enough", BOUND, () -> {
                JsonNode instance = instance(stack);
                long idleMillis =
                        System.currentTimeMillis() - instance.path("lastUsed").asLong();
                return instance.path("state").asText().equals("paused")
                        && idleMillis > PAUSE_AFTER_MILLIS + FROZEN_MILLIS;
            });
            long pid = instance(stack).path("pid").asLong();
            // A write, for which the instance has to be a member again.
            assertThat(files.mkdirs(new Path("/directory/afterwards"))).isTrue();
            assertThat(instance(stack).path("pid").asLong()).isEqualTo(pid);
            List<String> after = logged(stack);
            assertThat(after.subList(0, before.size())).isEqualTo(before);
            return after.subList(before.size(), after.size());
        }
    }

    private static JsonNode instance(Stack stack) throws IOException {
        return new ObjectMapper()
                .readTree(stack.askPlatform("/admin/instances"))
                .path("instances")
                .path(0);
    }

    /** The lines in the logs of the newest instance. */
    private static List<String> logged(Stack stack) throws IOException {
        List<java.nio.file.Path> logs = new ArrayList<>();
        try (DirectoryStream<java.nio.file.Path> found =
                Files.newDirectoryStream(stack.dataDir().resolve("platform/logs"), "namenode0-*.err")) {
            found.forEach(logs::add);
        }
        logs.sort(null);
        return Files.readAllLines(logs.get(logs.size() - 1));
    }

    /** Everything that comes before a pause comes sooner, and instances run with the options that are kept. */
    private static PlatformConfig withShortTimes(PlatformConfig config, Predicate<String> kept) {
        Map<String, Image> images = new HashMap<>(config.images());
        images.replaceAll((name, image) -> {
            Map<String, String> environment = new HashMap<>(image.environment());
            environment.put("LAMBDAFS_SESSION_TIMEOUT_MILLIS", Integer.toString(SESSION_MILLIS));
            environment.put("LAMBDAFS_LEAVE_AFTER_IDLE_MILLIS", Integer.toString(LEAVE_AFTER_MILLIS));
            List<String> command = image.command().stream().filter(kept).toList();
            return new Image(command, environment, image.afterDeath());
        });
        return config.withImages(images)
                .withPool(config.pool().withIdleTimes(PAUSE_AFTER_MILLIS, (int) BOUND.toMillis()));
    }
}
