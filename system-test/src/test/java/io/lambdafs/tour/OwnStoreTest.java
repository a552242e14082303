package io.lambdafs.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import io.lambdafs.system.Stack;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code start --mode stateless --store URL}: a stack without a cache over a PostgreSQL server that is not its own. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class OwnStoreTest {
    @TempDir
    private Path directory;

    private EmbeddedPostgres server;

    @BeforeEach
    void startServer() {
        server = EmbeddedPostgres.at(directory.resolve("postgres"));
        server.start(0);
    }

    @AfterEach
    void stopServer() {
        server.stop();
    }

    @Test
    void stack_usesItAndLeavesItRunning() throws Exception {
        StoreConfig store = server.storeConfig(1);
        Stack.Launcher launcher = new Stack.Launcher(
                Stack.Launcher.ofThisCheckout().command(), Map.of("LAMBDAFS_STORE_PASSWORD", store.password()));
        org.apache.hadoop.fs.Path made = new org.apache.hadoop.fs.Path("/made");
        // The other stacks cache; what this one shows does not depend on it.
        try (Stack stack = Stack.unstarted(
                        1, 0, "--mode", "stateless", "--store", store.url(), "--store-user", store.user())
                .with(launcher)) {
            stack.startAgain();
            try (FileSystem fs = stack.newClient()) {
                assertThat(fs.mkdirs(made)).isTrue();
            }
            assertThat(stack.run("status"))
                    .contains(StoreConfig.placeOf(store.url()))
                    .containsPattern("(?m)^namenode0 ")
                    .doesNotContain("postgres  ", "jdbc:", store.password(), "CACHE OF");

            stack.run("stop");
            assertThat(server.isRunning()).isTrue();
            // What it was started with is remembered, the password and the mode too.
            stack.with(Stack.Launcher.ofThisCheckout()).run("start");
            try (FileSystem fs = stack.newClient()) {
                assertThat(fs.getFileStatus(made).isDirectory()).isTrue();
            }
            assertThat(stack.run("status")).containsPattern("(?m)^namenode0 ").doesNotContain("CACHE OF");
            assertThat(stack.dataDir().resolve("postgres")).doesNotExist();
        }
    }
}
