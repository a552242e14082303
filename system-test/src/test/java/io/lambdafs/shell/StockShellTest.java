package io.lambdafs.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hadoop's shell as released prints and returns what it does on HDFS. */
final class StockShellTest {
    private static final String RECORDED_BY = "root";

    @TempDir
    private Path directory;

    @Test
    void session_isWhatItIsOnHdfs() throws IOException {
        assertSession(unshaded(), "hdfs-transcript.txt");
    }

    @Test
    void inodeFeatures_areWhatTheyAreOnHdfs() throws IOException {
        assertSession(unshaded(), "features-transcript.txt");
    }

    @Test
    void deviations_areTheDocumentedOnes() throws IOException {
        assertSession(unshaded(), "deviations.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.3.4", "3.4.3", "3.5.0"})
    void clientsWithRelocatedLibraries_work(String version) throws IOException {
        assertSession(StockClient.shaded(version, SharedStack.get(), directory), "smoke-transcript.txt");
    }

    @Test
    void clientWithoutPlugin_worksThroughTheGateway() throws IOException {
        assertSession(throughGateway(), "smoke-transcript.txt");
    }

    @Test
    @Tag("long")
    void sessionThroughTheGateway_isWhatItIsOnHdfs() throws IOException {
        assertSession(throughGateway(), "hdfs-transcript.txt");
        assertSession(throughGateway(), "deviations.txt");
    }

    /**
     * The oldest release that the gateway serves; the plugin needs a later one. What its shell prints in another way than that of
     * 3.4.3, it prints on HDFS, too.
     */
    @Test
    void sessionOfHadoop32ThroughTheGateway_isWhatItIsOnHdfs() throws IOException {
        Map<String, ShellTranscript.Entry> ofThisVersion =
                ShellTranscript.of(ShellTranscript.resource("hdfs-transcript-3.2.4.txt"), RECORDED_BY)
                        .entries()
                        .stream()
                        .collect(Collectors.toMap(ShellTranscript.Entry::command, entry -> entry));
        assertThat(ofThisVersion).isNotEmpty();
        StockClient client = StockClient.shadedWithoutPlugin(
                "3.2.4", Gateways.settings(SharedStack.get()), SharedStack.get(), directory);

        assertSession(client, "hdfs-transcript.txt", ofThisVersion);
    }

    @Test
    void processes_endAsOnHdfs() throws IOException {
        StockClient client = unshaded();
        assertThat(client.dfs("-ls", "/none"))
                .isEqualTo(new Stack.Result(1, "", "ls: `/none': No such file or directory\n"));
        assertThat(client.dfs("-test", "-e", "/none").status()).isEqualTo(1);
        assertThat(client.dfs("-df", "/").output()).contains("Filesystem").contains("hdfs://lambdafs");
    }

    @Test
    void otherUser_isRefused() throws IOException {
        StockClient client = unshaded();
        Stack.Result refused = client.dfs(Map.of("HADOOP_USER_NAME", "mallory"), "-mkdir", "/mallory");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errors())
                .contains("mkdir: Permission denied: user=mallory, access=WRITE, inode=\"/\":")
                .contains(":supergroup:drwxr-xr-x");
    }

    @Test
    void report_isHadoops() throws IOException {
        assertThat(SharedStack.get().run("dfsadmin", "-report"))
                .contains("Live datanodes (1)")
                .contains("Decommission Status : Normal");
    }

    private static void assertSession(StockClient client, String resource) throws IOException {
        assertSession(client, resource, Map.of());
    }

    /** As above, with other entries for some commands. */
    private static void assertSession(StockClient client, String resource, Map<String, ShellTranscript.Entry> others)
            throws IOException {
        removeHome();
        String recorded = ShellTranscript.resource(resource);
        List<ShellTranscript.Entry> expected = ShellTranscript.of(recorded, RECORDED_BY).entries().stream()
                .map(entry -> others.getOrDefault(entry.command(), entry))
                .toList();
        assertThat(expected).containsAll(others.values());
        List<ShellTranscript.Entry> actual = ShellTranscript.of(
                        client.session(recorded), System.getProperty("user.name"))
                .entries();
        SoftAssertions same = new SoftAssertions();
        same.assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < Math.min(actual.size(), expected.size()); i++) {
            same.assertThat(actual.get(i)).isEqualTo(expected.get(i));
        }
        same.assertAll();
    }

    /** The sessions were recorded by a user without one; another test may have made it. */
    private static void removeHome() throws IOException {
        try (FileSystem fs = SharedStack.get().newClient()) {
            fs.delete(fs.getHomeDirectory(), true);
        }
    }

    private StockClient throughGateway() throws IOException {
        return StockClient.withoutPlugin(Gateways.settings(SharedStack.get()), SharedStack.get(), directory);
    }

    private StockClient unshaded() throws IOException {
        return StockClient.unshaded(SharedStack.get(), directory);
    }
}
