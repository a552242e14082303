package io.lambdafs.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.emulator.knative.Revision;
import io.lambdafs.system.Await;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.FreePort;
import io.lambdafs.wire.PartitionFunction;
import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of docs/platform-http.md between real processes: clients, instances, and between them what Knative puts there. */
final class PlainHttpPlatformTest {
    private static final int BOUND_SECONDS = 60;
    private static final int CONCURRENCY = 8;
    private static final int CALLERS = 32;
    private static final int WRITERS = 4;
    private static final int ENOUGH = 50;

    private final Stack stack = SharedStack.get();
    private final List<Revision> functions = new ArrayList<>();
    private final Path root = new Path("/plain-http-" + System.nanoTime());
    private int port;
    private HttpInstances instances;

    @TempDir
    private java.nio.file.Path work;

    @BeforeEach
    void prepare() throws Exception {
        port = FreePort.pick();
        instances = new HttpInstances(stack, work);
    }

    @AfterEach
    void remove() throws Exception {
        for (Revision each : functions) {
            each.end();
        }
        instances.end();
    }

    @Test
    void shell_lists_withInstancesAlone_whichConnectBack() throws Exception {
        for (int i = 0; i < stack.deployments(); i++) {
            instances.start(
                    Map.of("LAMBDAFS_FUNCTION", "namenode" + i, "PORT", "" + port, "LAMBDAFS_HTTP_HOST", host(i)));
        }
        Configuration configuration = configuration(Map.of());
        assertThat(ToolRunner.run(new FsShell(configuration), new String[] {"-mkdir", "-p", root + "/a/b"}))
                .isZero();
        assertThat(ToolRunner.run(new FsShell(configuration), new String[] {"-ls", root + "/a"}))
                .isZero();

        try (FileSystem client = FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration)) {
            Await.until("requests over TCP", Duration.ofSeconds(BOUND_SECONDS), () -> {
                assertThat(client.exists(new Path(root, "a/b"))).isTrue();
                return operationsOverTcp() > ENOUGH;
            });
        }
    }

    @Test
    void fromZero_oneContainerOfAFunctionStarts_howeverManyCallAtOnce() throws Exception {
        deploy(CONCURRENCY);
        try (FileSystem client = client(Map.of())) {
            atOnce(client);
        }
        assertThat(functions)
                .allSatisfy(function -> assertThat(function.starts()).isLessThanOrEqualTo(1));
        assertThat(functions.stream().mapToInt(Revision::starts).sum()).isPositive();
    }

    @Test
    void refusalsOfAFullQueue_delayCalls_andFailNone() throws Exception {
        deploy(1);
        try (FileSystem client = client(Map.of(
                "lambdafs.client.tcp.enabled", "false",
                "lambdafs.client.http.max-in-flight-per-function", "64",
                "lambdafs.client.deployments", "" + stack.deployments()))) {
            atOnce(client);
        }
        assertThat(functions.stream().mapToInt(Revision::overloads).sum()).isPositive();
    }

    @Test
    void sigtermUnderLoad_losesNothingThatWasAcknowledged_andEndsWithZero() throws Exception {
        deploy(CONCURRENCY);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try (FileSystem client = client(Map.of())) {
            List<Future<Void>> writing = new ArrayList<>();
            List<String> directories = directories();
            for (String directory : directories) {
                String prefix = directory + "/f";
                writing.add(writers.submit(() -> write(client, prefix, acknowledged, enough)));
            }
            for (int round = 0; round < 2; round++) {
                awaitMore(acknowledged);
                Process ended = round == 0
                        ? functions.get(0).terminate()
                        : functions.get(1).terminateRouted();
                assertThat(ended.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
                assertThat(ended.exitValue()).isZero();
            }
            awaitMore(acknowledged);
            enough.set(true);
            for (Future<Void> each : writing) {
                each.get(BOUND_SECONDS, TimeUnit.SECONDS);
            }
            Set<String> there = ConcurrentHashMap.newKeySet();
            for (String directory : directories) {
                for (FileStatus each : client.listStatus(new Path(root, directory))) {
                    there.add(directory + "/" + each.getPath().getName());
                }
            }
            assertThat(there).containsAll(acknowledged);
        } finally {
            writers.shutdownNow();
        }
        assertThat(functions.get(0).starts()).isEqualTo(2);
    }

    /** A directory for each writer, such that every function is written to. */
    private List<String> directories() {
        PartitionFunction partition = new PartitionFunction(stack.deployments());
        List<String> chosen = new ArrayList<>();
        for (int i = 0; chosen.size() < WRITERS; i++) {
            String name = "d" + i;
            if (partition.ownerOfChildrenOf(root + "/" + name) == chosen.size() % stack.deployments()) {
                chosen.add(name);
            }
        }
        return chosen;
    }

    private Void write(FileSystem client, String prefix, Set<String> acknowledged, AtomicBoolean enough)
            throws IOException {
        for (int i = 0; !enough.get(); i++) {
            assertThat(client.mkdirs(new Path(root, prefix + i))).isTrue();
            acknowledged.add(prefix + i);
        }
        return null;
    }

    private static void awaitMore(Set<String> acknowledged) throws Exception {
        int wanted = acknowledged.size() + ENOUGH;
        Await.until("more writes", Duration.ofSeconds(BOUND_SECONDS), () -> acknowledged.size() >= wanted);
    }

    @Test
    void aWrongSecret_isRefusedAtOnce_andNamesTheSetting() throws Exception {
        deploy(CONCURRENCY);
        try (FileSystem client = client(Map.of("lambdafs.client.function-secret", "some-other-secret"))) {
            assertThatThrownBy(() -> client.exists(root))
                    .isInstanceOf(AccessControlException.class)
                    .hasMessageContaining("lambdafs.client.function-secret");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LAMBDAFS_PROTOCOL | carrier-pigeon | LAMBDAFS_PROTOCOL must be openwhisk",
                "LAMBDAFS_FUNCTION | '' | set LAMBDAFS_FUNCTION to the name of the function",
                "LAMBDAFS_FUNCTION | namenode | name it namenode0, namenode1 and so on",
                "LAMBDAFS_HTTP_SECRET_FILE | /nowhere | mount a file there",
                "LAMBDAFS_HTTP_SPEED | fast | unknown settings [LAMBDAFS_HTTP_SPEED]",
                "LAMBDAFS_SETTINGS_FILE | /nowhere | mount a properties file there",
                "LAMBDAFS_DEPLOYMENTS | many | LAMBDAFS_DEPLOYMENTS must be a whole number",
                "PORT | http | PORT must be a whole number",
            })
    void settingsThatAreWrong_endTheInstanceWithTwo_andASentence(String name, String value, String sentence)
            throws Exception {
        Process process = instances.start(wrong(name, value));

        assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(instances.latestLog()).contains(sentence).hasLineCount(1);
        assertThat(process.exitValue()).isEqualTo(2);
    }

    private Map<String, String> wrong(String name, String value) {
        Map<String, String> settings =
                new HashMap<>(Map.of("LAMBDAFS_FUNCTION", "namenode0", "PORT", Integer.toString(port)));
        settings.put(name, value);
        return settings;
    }

    private void deploy(int concurrency) throws IOException {
        for (int i = 0; i < stack.deployments(); i++) {
            String name = "namenode" + i;
            functions.add(Revision.at(
                    new InetSocketAddress(host(i), port),
                    ofContainer -> instances.start(name, ofContainer),
                    concurrency));
        }
    }

    /** Functions have addresses of their own, of which one pattern has to be made. */
    private static String host(int number) {
        return "127.0.7.1" + number;
    }

    private void atOnce(FileSystem client) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Future<Boolean>> made = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                Path path = new Path(root, "many/" + i);
                made.add(callers.submit(() -> client.mkdirs(path)));
            }
            for (Future<Boolean> each : made) {
                assertThat(each.get(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(client.listStatus(new Path(root, "many"))).hasSize(CALLERS);
        } finally {
            callers.shutdownNow();
        }
    }

    private FileSystem client(Map<String, String> more) throws IOException {
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration(more));
    }

    private Configuration configuration(Map<String, String> more) {
        Configuration configuration = stack.hadoopConfiguration();
        configuration.unset("lambdafs.client.properties-file");
        configuration.set("lambdafs.client.platform", "http");
        configuration.set("lambdafs.client.sharing", "none");
        configuration.set("lambdafs.client.function-url", "http://127.0.7.1{number}:" + port + "/");
        configuration.set("lambdafs.client.function-secret", HttpInstances.SECRET);
        more.forEach(configuration::set);
        return configuration;
    }

    private long operationsOverTcp() throws IOException {
        long sum = 0;
        for (java.nio.file.Path each : reports()) {
            Properties figures = new Properties();
            try (Reader in = Files.newBufferedReader(each)) {
                figures.load(in);
            }
            sum += Long.parseLong(figures.getProperty("tcp-operations", "0"));
        }
        return sum;
    }

    private List<java.nio.file.Path> reports() throws IOException {
        if (!Files.isDirectory(instances.reports())) {
            return List.of();
        }
        try (Stream<java.nio.file.Path> reports = Files.list(instances.reports())) {
            return reports.filter(file -> file.toString().endsWith(".properties"))
                    .toList();
        }
    }
}
