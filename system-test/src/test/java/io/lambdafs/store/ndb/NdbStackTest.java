package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A system that has nothing but an NDB cluster: neither PostgreSQL nor ZooKeeper. */
@EnabledIf(value = "io.lambdafs.testkit.ndb.LocalNdbCluster#mayStart", disabledReason = LocalNdbCluster.REASON)
final class NdbStackTest {
    private static final String TEXT = "kept in NDB, in the memory of a data node";

    @Test
    void filesAreWritten_andReadBackAfterARestart(@TempDir Path directory) throws Exception {
        Path local = Files.writeString(directory.resolve("local"), TEXT, StandardCharsets.UTF_8);
        try (LocalNdbCluster cluster = LocalNdbCluster.start(1).orElseThrow();
                Stack stack = NdbSystem.over(cluster, 1, 1)) {
            stack.startAgain();
            stack.run("dfs", "-put", local.toString(), "/file");
            assertThat(stack.run("dfs", "-cat", "/file")).contains(TEXT);
            String status = stack.run("status");
            assertThat(status).doesNotContain("ZooKeeper").doesNotContain("postgres");
            assertThat(status).containsPattern("namenode0 +\\w+ +\\d+ .* yes");

            stack.run("stop");
            stack.startAgain();
            assertThat(stack.run("dfs", "-cat", "/file")).contains(TEXT);
        }
    }
}
