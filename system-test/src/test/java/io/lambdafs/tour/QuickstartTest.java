package io.lambdafs.tour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.openwhisk.platform.PlatformKey;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first command of the README, and what is left of it after {@code stop} and {@code start}. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class QuickstartTest {
    private static final String FILE = "README.md";

    /** Many companies set it. Each JVM of the stack then says so in a line on standard error. */
    private static final String TOOL_OPTIONS = "-Dlambdafs.test.set-by-environment=true";

    private final Stack stack = Stack.unstarted(2, 1)
            .with(new Stack.Launcher(
                    Stack.Launcher.ofThisCheckout().command(), Map.of("JAVA_TOOL_OPTIONS", TOOL_OPTIONS)));

    QuickstartTest() throws IOException {}

    @AfterEach
    void removeWhatIsLeft() throws IOException {
        if (Files.exists(stack.dataDir())) {
            stack.close();
        }
    }

    @Test
    void tour_endsWellAndItsFilesSurviveARestart() throws Exception {
        String printed = stack.quickstart();

        assertThat(printed).containsPattern("read it back, compare each byte +all the same");
        assertThat(number(printed, "delete its largest directory +(\\d+) files of [\\w-]+"))
                .isGreaterThan(100);
        assertThat(number(printed, "count words with MapReduce +(\\d+) different words"))
                .isGreaterThan(1000);
        assertThat(number(printed, "(?m)^ +HTTP +(\\d+)( +[\\d.]+){3}$")).isPositive();
        assertThat(number(printed, "(?m)^ +TCP +(\\d+)( +[\\d.]+){3}$")).isPositive();
        assertThat(number(printed, "instances started during the tour: (\\d+)")).isPositive();
        assertThat(stack.tryRun("status").status()).as("all is running").isZero();
        assertThat(printed)
                .containsSubsequence("Next:", "lambdafs dfs ", "lambdafs status", "lambdafs conf", "lambdafs stop");
        assertConfTellsAllThatAClientNeeds();
        assertLogsAreShown();

        stack.run("stop");
        assertThat(stack.tryRun("status").status()).as("nothing is running").isNotZero();
        java.nio.file.Path key = stack.dataDir().resolve("conf/platform.key");
        String before = Files.readString(key);
        makeLikeOneOfAnEarlierVersion();
        stack.run("start");
        assertThat(Files.readString(key)).isNotEqualTo(before);
        assertOnlyTheOwnKeyOpensThePlatform(Files.readString(key).strip());

        assertThat(readBack())
                .isEqualTo(Files.readAllBytes(CheckoutSources.root().resolve(FILE)));
        assertNumberOfFunctionsChangesAsAWhole();
        stack.run("reset", "--yes");
        assertThat(stack.dataDir()).doesNotExist();
    }

    /** Whose platform had a key that everybody knows, and whose directories everybody could read. */
    private void makeLikeOneOfAnEarlierVersion() throws IOException {
        Files.delete(stack.dataDir().resolve("conf/platform.key"));
        Files.writeString(
                stack.dataDir().resolve("client.properties"),
                "lambdafs.client.openwhisk.auth=" + PlatformKey.PUBLISHED);
        for (String name : List.of("logs", "platform", "zookeeper")) {
            Files.setPosixFilePermissions(stack.dataDir().resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private void assertOnlyTheOwnKeyOpensThePlatform(String key) throws Exception {
        Properties client = new Properties();
        try (Reader in = Files.newBufferedReader(stack.dataDir().resolve("client.properties"))) {
            client.load(in);
        }
        assertThat(client.getProperty("lambdafs.client.openwhisk.auth")).isEqualTo(key);
        String url = client.getProperty("lambdafs.client.openwhisk.url");
        assertThat(statusWith(PlatformKey.PUBLISHED, url)).isEqualTo(401);
        assertThat(statusWith(key, url)).isEqualTo(200);
        for (String file : List.of(
                "client.properties",
                "conf/platform.key",
                "conf/platform.json",
                "conf/core-site.xml",
                "conf/hadoop-conf.jar",
                "conf/stack.properties")) {
            assertThat(mode(file)).as(file).isEqualTo("rw-------");
        }
        for (String directory : List.of("conf", "logs", "platform", "zookeeper")) {
            assertThat(mode(directory)).as(directory).isEqualTo("rwx------");
        }
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(stack.dataDir().resolve(name)));
    }

    private static int statusWith(String key, String url) throws Exception {
        String credentials = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v1/namespaces/_/actions"))
                .header("Authorization", "Basic " + credentials)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Instances ask the store for it, clients the instances. */
    private void assertNumberOfFunctionsChangesAsAWhole() throws Exception {
        int other = stack.deployments() + 1;
        stack.run("start", "--deployments", Integer.toString(other));
        assertThat(readBack())
                .isEqualTo(Files.readAllBytes(CheckoutSources.root().resolve(FILE)));
        Configuration mistaken = stack.hadoopConfiguration();
        mistaken.setInt("lambdafs.client.deployments", other + 1);
        try (FileSystem fs = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), mistaken)) {
            assertThatThrownBy(() -> fs.getFileStatus(new Path("/")))
                    .hasMessageContaining("among " + (other + 1) + " deployments, but there are " + other);
        }
    }

    private void assertConfTellsAllThatAClientNeeds() throws IOException {
        String conf = stack.run("conf");
        assertThat(conf.lines().filter(line -> line.endsWith(".jar")))
                .hasSize(1)
                .allSatisfy(jar -> assertThat(java.nio.file.Path.of(jar)).isRegularFile());
        assertThat(conf)
                .contains("<value>hdfs://lambdafs")
                .contains("<name>fs.defaultFS</name>")
                .contains("<name>dfs.nameservices</name>")
                .contains("<name>dfs.client.failover.proxy.provider.lambdafs</name>")
                .contains("<value>io.lambdafs.client.LambdaFailoverProxyProvider</value>");
    }

    private void assertLogsAreShown() throws IOException {
        assertThat(stack.run("logs").lines())
                .isNotEmpty()
                .allSatisfy(log -> assertThat(java.nio.file.Path.of(log)).isRegularFile());
        assertThat(stack.run("logs", "platform").lines().filter(line -> !line.startsWith("==>")))
                .as("lines of the platform's log")
                .anyMatch(line -> line.contains(TOOL_OPTIONS));
    }

    private byte[] readBack() throws IOException {
        try (FileSystem fs = stack.newClient();
                FSDataInputStream in = fs.open(new Path(new Path(fs.getHomeDirectory(), "lambdafs-renamed"), FILE))) {
            return in.readAllBytes();
        }
    }

    private static long number(String text, String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern + " in\n" + text).isTrue();
        return Long.parseLong(found.group(1));
    }
}
