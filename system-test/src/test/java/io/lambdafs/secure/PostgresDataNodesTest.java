package io.lambdafs.secure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stack in secure mode with a PostgreSQL server of its own, in which DataNodes have a login of their own. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class PostgresDataNodesTest {
    @TempDir
    private Path directory;

    @Test
    @Tag("extended")
    void dataNodes_storeAndReportBlocks_withoutTheOwnersPassword() throws Exception {
        try (Stack stack = Stack.start(1, 2, "--store", "embedded-postgres", "--secure")) {
            Path postgres = stack.dataDir().resolve("postgres");
            String environment = Files.readString(
                    Path.of("/proc", Long.toString(stack.pid("datanode0")), "environ"), StandardCharsets.ISO_8859_1);
            assertThat(environment)
                    .contains("LAMBDAFS_STORE_USER=lambdafs_datanode", "LAMBDAFS_STORE_ROLE=datanode")
                    .doesNotContain(
                            Files.readString(postgres.resolve("password")).strip());
            assertThat(stack.components()).containsKey("housekeeper");

            Path file = Files.writeString(directory.resolve("local"), "content of a file");
            stack.run("dfs", "-D", "dfs.replication=1", "-put", file.toString(), "/file");
            assertThat(stack.run("dfs", "-cat", "/file")).isEqualTo("content of a file");
            // It waits until the housekeeping has had a DataNode copy the block, and the other one has reported it.
            assertThat(stack.run("dfs", "-setrep", "-w", "2", "/file")).contains("done");
        }
    }
}
