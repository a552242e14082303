package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Stack;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A system that has nothing but an NDB cluster: neither PostgreSQL nor ZooKeeper; and one that moves to a cluster. */
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

    /** By the commands in docs/moving.md. */
    @Tag("long")
    @Test
    void filesOfAnEngine_areMovedToTheCluster_andBack(@TempDir Path directory) throws Exception {
        Path local = Files.writeString(directory.resolve("local"), TEXT, StandardCharsets.UTF_8);
        try (LocalNdbCluster cluster = LocalNdbCluster.start(1).orElseThrow();
                Stack stack = Stack.unstarted(1, 1, "--store", "rocks")) {
            String url = "ndb://" + cluster.connectString() + "/lambdafs";
            stack.startAgain();
            stack.run("dfs", "-put", local.toString(), "/file");
            stack.run("stop");
            assertThat(stack.run("migrate", "--to", url)).contains("rows are the same in both stores");

            stack.run("start", "--store", "ndb", "--ndb-connectstring", cluster.connectString());
            assertThat(stack.run("dfs", "-cat", "/file")).contains(TEXT);
            stack.run("dfs", "-mkdir", "/later");
            stack.run("stop");
            Path engine = stack.dataDir().resolve("store");
            Path back = directory.resolve("back");
            assertThat(stack.run("migrate", "--from", url, "--to", "rocks:" + back))
                    .contains("rows are the same in both stores");

            Files.move(engine, directory.resolve("before"));
            Files.move(back, engine);
            stack.run("start", "--store", "rocks");
            assertThat(stack.run("dfs", "-cat", "/file")).contains(TEXT);
            assertThat(stack.run("dfs", "-ls", "/")).contains("/later");
        }
    }
}
