package io.lambdafs.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stack that an earlier version made, when a stack's own store was always a PostgreSQL server. */
@Tag("long")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class EarlierStoreTest {
    private static final org.apache.hadoop.fs.Path MADE = new org.apache.hadoop.fs.Path("/made");

    @Test
    void stack_keepsItsPostgreSqlAndSaysHowToMove() throws Exception {
        try (Stack stack = Stack.unstarted(1, 0, "--store", "embedded-postgres")) {
            stack.startAgain();
            try (FileSystem fs = stack.newClient()) {
                assertThat(fs.mkdirs(MADE)).isTrue();
            }
            stack.run("stop");
            writeAsAnEarlierVersionDid(stack.dataDir().resolve("conf/stack.properties"));

            assertThat(stack.run("start")).contains("docs/store.md");

            try (FileSystem fs = stack.newClient()) {
                assertThat(fs.getFileStatus(MADE).isDirectory()).isTrue();
            }
            assertThat(stack.components()).containsKey("postgres").doesNotContainKey("store");
            // An empty file system would look like a lost one.
            Stack.Result refused = stack.tryRun("start", "--store", "rocks");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.errors()).contains("--store embedded-postgres").contains("--data-dir");
            assertThat(stack.components()).containsKey("postgres");
            requireMoved(stack);
        }
    }

    /** By the commands in docs/moving.md. */
    private static void requireMoved(Stack stack) throws Exception {
        Stack.Result refused = stack.tryRun("migrate");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errors()).contains("stop it with `lambdafs stop");
        stack.run("stop");
        assertThat(stack.run("migrate")).contains("rows are the same in both stores");
        stack.run("start");
        assertThat(stack.components()).containsKey("store").doesNotContainKey("postgres");
        try (FileSystem fs = stack.newClient()) {
            assertThat(fs.getFileStatus(MADE).isDirectory()).isTrue();
            assertThat(fs.delete(MADE, true)).isTrue();
        }
    }

    private static void writeAsAnEarlierVersionDid(Path settings) throws Exception {
        String written = Files.readString(settings);
        assertThat(written).containsPattern("(?m)^store=embedded-postgres$").containsPattern("(?m)^store-port=");
        Files.writeString(
                settings,
                written.replaceAll("(?m)^store=.*$", "store=embedded")
                        .replaceAll("(?m)^store-port=", "postgres-port="));
    }
}
