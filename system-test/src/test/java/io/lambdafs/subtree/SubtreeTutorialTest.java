package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.commit.SubtreeOutputCommitter;
import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial of docs/subtree-policies.md: its commands are read from the page, and run by a shell as they are written there. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
final class SubtreeTutorialTest {
    private static final String PAGE = "docs/subtree-policies.md";
    private static final String DIRECTORY = "/unpacked";
    private static final int BOUND_MINUTES = 2;

    /** What is between the heading and the next block of commands. */
    private static final Pattern COMMANDS = Pattern.compile("## Tutorial\n.*?\n```\n(.*?)\n```\n", Pattern.DOTALL);

    @TempDir
    private Path work;

    @AfterEach
    void end() throws IOException {
        try (FileSystem fs = SharedStack.get().newClient()) {
            fs.delete(new org.apache.hadoop.fs.Path(DIRECTORY), true);
        }
    }

    private static String page() throws IOException {
        return Files.readString(CheckoutSources.root().resolve(PAGE));
    }

    private static String commands() throws IOException {
        return COMMANDS.matcher(page())
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new IOException(PAGE + " has no tutorial with a block of commands"));
    }

    /** Runs commands where a user would: in a checkout, with something to unpack. Returns what they print. */
    private String shell(String commands) throws IOException, InterruptedException {
        Path output = work.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-c", commands)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Path data = SharedStack.get().dataDir();
        builder.environment().put("LAMBDAFS_BUILD", "never");
        builder.environment().put("LAMBDAFS_DATA_DIR", data.toString());
        builder.environment()
                .put(
                        "LAMBDAFS_CLIENT_PROPERTIES_FILE",
                        data.resolve("client.properties").toString());
        builder.environment()
                .put("LAMBDAFS_CLIENT_SUBTREE_DIRECTORY", work.resolve("states").toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(BOUND_MINUTES, TimeUnit.MINUTES))
                    .as("the commands end in time")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }

    @Test
    void directoryThatOneJobFills_isMergedByThePagesCommands() throws Exception {
        Files.createSymbolicLink(
                work.resolve("bin"), CheckoutSources.root().toAbsolutePath().resolve("bin"));
        Path archive = Files.createDirectories(work.resolve("archive"));
        Files.writeString(archive.resolve("one"), "first");
        Files.writeString(archive.resolve("two"), "second");

        String said = shell(commands());
        assertThat(said).contains(DIRECTORY + " is decoupled", DIRECTORY + "/one", "Merged 2 files and directories");
        assertThat(SharedStack.get().run("dfs", "-cat", DIRECTORY + "/one", DIRECTORY + "/two"))
                .isEqualTo("firstsecond");
        assertThat(work.resolve("states").toFile().list()).isEmpty();
    }

    /** A job of Spark's is run with this setting by the tests of the committer. */
    @Test
    void committersClass_isTheOneThatThePageNames() throws IOException {
        assertThat(page())
                .contains("--conf spark.sql.sources.outputCommitterClass=" + SubtreeOutputCommitter.class.getName());
    }
}
