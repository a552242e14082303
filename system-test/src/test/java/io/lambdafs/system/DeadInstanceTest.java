package io.lambdafs.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import io.lambdafs.openwhisk.platform.process.Image;
import io.lambdafs.wire.PartitionFunction;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody waits for the session of an instance that the platform has seen die. */
@Tag("alone")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class DeadInstanceTest {
    private static final int FUNCTIONS = 2;

    /** As long as ZooKeeper lets a session live without a sign of life. */
    private static final Duration SESSION = Duration.ofMinutes(1);

    /** A client tries a rename for no longer than that, and so needs the dead member gone before. */
    private static final int CALL_MILLIS = 25_000;

    /** What the platform's program says that did it. */
    private static final String TAKEN_OUT = "1 members of 1 dead instances were taken out";

    private static final Duration BOUND = Duration.ofMinutes(1);

    @Test
    void renameThatAllMembersMustHearOf_goesOnLongBeforeTheSessionOfAKilledOneEnds() throws Exception {
        try (Stack stack = Stack.start(FUNCTIONS, 0);
                LocalPlatform platform = restartWithLongSessions(stack);
                FileSystem fs = newImpatientClient(stack)) {
            assertThat(platform.port()).isPositive();
            List<Path> parents = parents();
            for (Path parent : parents) {
                fs.mkdirs(new Path(parent, "directory"));
            }
            Map<String, Long> members = new TreeMap<>();
            Await.until("an instance of each function is a member", BOUND, () -> {
                for (Path parent : parents) {
                    fs.exists(new Path(parent, "directory"));
                }
                members.clear();
                members.putAll(stack.instances().stream()
                        .filter(StackStatus.Instance::member)
                        .collect(Collectors.toMap(
                                StackStatus.Instance::function, StackStatus.Instance::pid, (one, other) -> one)));
                return members.size() == FUNCTIONS;
            });

            Stack.signal("KILL", requireNonNull(members.get("namenode1")));

            // The other function's instance leads this, and may not do without the killed one's acknowledgement.
            fs.rename(new Path(parents.get(0), "directory"), new Path(parents.get(0), "moved"));
            assertThat(fs.exists(new Path(parents.get(0), "moved"))).isTrue();
            fs.rename(new Path(parents.get(1), "directory"), new Path(parents.get(1), "moved"));
            java.nio.file.Path log = stack.dataDir().resolve("platform/logs/after-death.log");
            Await.until(
                    "the platform has taken the dead member out",
                    BOUND,
                    () -> Files.exists(log) && Files.readString(log).contains(TAKEN_OUT));
        }
    }

    /** For each function a directory whose entries it owns. */
    private static List<Path> parents() {
        PartitionFunction functions = new PartitionFunction(FUNCTIONS);
        return IntStream.range(0, FUNCTIONS)
                .mapToObj(function -> IntStream.range(0, 100)
                        .mapToObj(number -> "/parent" + number)
                        .filter(path -> functions.ownerOf(path + "/entry") == function)
                        .map(Path::new)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    private static FileSystem newImpatientClient(Stack stack) throws Exception {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.setInt("lambdafs.client.total-timeout-millis", CALL_MILLIS);
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }

    /** Another platform in the place of the stack's, whose instances have longer sessions. */
    private static LocalPlatform restartWithLongSessions(Stack stack) throws Exception {
        return OtherPlatform.replace(stack, DeadInstanceTest::withLongSessions);
    }

    private static PlatformConfig withLongSessions(PlatformConfig config) {
        Map<String, Image> images = new HashMap<>(config.images());
        images.replaceAll((name, image) -> {
            Map<String, String> environment = new HashMap<>(image.environment());
            environment.put("LAMBDAFS_SESSION_TIMEOUT_MILLIS", Long.toString(SESSION.toMillis()));
            return new Image(image.command(), environment, image.afterDeath());
        });
        return config.withImages(images);
    }
}
