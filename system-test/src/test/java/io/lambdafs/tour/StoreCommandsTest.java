package io.lambdafs.tour;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.Stack;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code changes}, {@code backup}, {@code restore} and {@code status --store} on a stack with the embedded store. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class StoreCommandsTest {
    @TempDir
    private java.nio.file.Path directory = java.nio.file.Path.of("");

    private static List<JsonNode> changes(Stack stack, String since) throws Exception {
        List<JsonNode> changes = new ArrayList<>();
        for (String line : stack.run("changes", "--since", since).lines().toList()) {
            changes.add(new ObjectMapper().readTree(line));
        }
        return changes;
    }

    private static void makeDirectory(Stack stack, String path) throws Exception {
        try (FileSystem fs = stack.newClient()) {
            assertThat(fs.mkdirs(new Path(path))).isTrue();
        }
    }

    @Test
    @Tag("extended")
    void operatorsSeeWhatChanges_backItUpWhileItRuns_andRestoreIt() throws Exception {
        String backup = directory.resolve("backup").toString();
        try (Stack stack = Stack.unstarted(
                1,
                0,
                "--mode",
                "stateless",
                "--store",
                "rocks",
                "--store-block-cache-mb",
                "16",
                "--store-write-buffer-mb",
                "24")) {
            stack.startAgain();
            makeDirectory(stack, "/kept");
            List<JsonNode> made = changes(stack, "oldest");
            assertThat(made).anyMatch(each -> each.path("changes").toString().contains("\"name\":\"kept\""));
            assertThat(stack.run("status", "--store"))
                    .contains("the stack's own engine: block cache 16 MB, write buffers 24 MB")
                    .containsPattern("(?m)^block cache at most +16\\D")
                    .containsPattern("(?m)^write buffers at most +24\\D")
                    .containsPattern("(?m)^inodes +\\d+$")
                    .containsPattern("(?m)^free on the disk +[0-9,.]+ MiB$");

            assertThat(stack.run("backup", backup)).contains(backup);
            assertThat(stack.tryRun("backup", backup).errors()).contains("exists");
            makeDirectory(stack, "/lost");
            long last = made.get(made.size() - 1).path("number").asLong();
            List<JsonNode> later = changes(stack, Long.toString(last));
            assertThat(later).isNotEmpty().allMatch(each -> each.path("number").asLong() > last);

            assertThat(stack.tryRun("restore", backup).errors()).contains("runs: stop it");
            stack.run("stop");
            assertThat(stack.tryRun("restore", backup).errors()).contains("not empty");
            Files.move(stack.dataDir().resolve("store"), stack.dataDir().resolve("store.before"));
            assertThat(stack.run("restore", backup)).contains("is lost");
            stack.run("start");
            try (FileSystem fs = stack.newClient()) {
                assertThat(fs.exists(new Path("/kept"))).isTrue();
                assertThat(fs.exists(new Path("/lost"))).isFalse();
            }
            Stack.Result late = stack.tryRun("changes", "--since", Long.toString(last));
            assertThat(late.status()).isEqualTo(1);
            assertThat(late.errors()).contains("read everything again");
        }
    }
}
