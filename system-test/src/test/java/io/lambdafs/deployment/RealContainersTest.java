package io.lambdafs.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import io.lambdafs.openwhisk.platform.process.Image;
import io.lambdafs.system.ProcessOutput;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.FreePort;
import io.lambdafs.tidy.CheckoutSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Functions in containers of podman: the image that {@code lambdafs image --build} makes, without a setting in it, registered by
 * {@code lambdafs deploy} at a local platform whose program is {@code podman run}. Needs the base image that
 * {@code .mvn/container-base} makes, and is left out without it.
 */
@Tag("long")
final class RealContainersTest {
    private static final String BASE = "localhost/lambdafs-test-java:17";
    private static final String PREFIX =
            "lambdafs-test-" + ProcessHandle.current().pid();
    private static final String TAG = "localhost/" + PREFIX + ":1";
    private static final String ACTION_IMAGE = "lambdafs/in-a-container";
    private static final int FUNCTIONS = 2;
    private static final int COLD_STARTS = 5;
    private static final long BOUND_SECONDS = 300;

    @TempDir
    private static Path work;

    private static Stack stack;
    private static Path files;

    @BeforeAll
    static void buildImage() throws Exception {
        Files.writeString(
                work.resolve("containers.conf"),
                "[containers]\ndefault_ulimits=[\"nofile=1024:1024\",\"nproc=4096:4096\"]\n[engine]\nruntime=\"runc\"\n");
        assumeThat(hasBaseImage())
                .as("podman has %s (.mvn/container-base makes it)", BASE)
                .isTrue();
        stack = Stack.start(FUNCTIONS, 1, "--bind-address", "127.0.0.2", "--min-block-size", "0");
        files = work.resolve("image");
        said("bin/lambdafs", "image", files.toString(), "--base-image", BASE, "--build", TAG);
    }

    @AfterAll
    static void removeAll() throws Exception {
        if (stack != null) {
            stack.close();
            for (String name : run("podman", "ps", "-aq", "--filter", "name=" + PREFIX)
                    .output()
                    .split("\\s+")) {
                if (!name.isEmpty()) {
                    run("podman", "rm", "-f", name);
                }
            }
            run("podman", "rmi", "-f", TAG);
        }
    }

    private static boolean hasBaseImage() throws InterruptedException {
        try {
            return run("podman", "image", "exists", BASE).status() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Stack.Result run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(CheckoutSources.root().toFile());
        builder.environment().put("LAMBDAFS_BUILD", "never");
        builder.environment()
                .put("CONTAINERS_CONF", work.resolve("containers.conf").toString());
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + " took longer than " + BOUND_SECONDS + " s");
            }
            return new Stack.Result(process.exitValue(), output.output(), output.errors());
        }
    }

    private static String said(String... command) throws IOException, InterruptedException {
        Stack.Result result = run(command);
        assertThat(result.status()).as(result.output() + result.errors()).isZero();
        return result.output();
    }

    /** The host's network, because these machines may have no bridge. */
    private static List<String> podman(String name, String... variables) {
        List<String> command =
                new ArrayList<>(List.of("podman", "run", "--rm", "-i", "--network=host", "--name", name));
        for (String variable : variables) {
            command.addAll(List.of("-e", variable));
        }
        command.add(TAG);
        return command;
    }

    private static List<String> settings() throws IOException {
        Map<String, String> settings = Map.of(
                "LAMBDAFS_STORE_URL", variable("LAMBDAFS_STORE_URL"),
                "LAMBDAFS_ZOOKEEPER", variable("LAMBDAFS_ZOOKEEPER"),
                "LAMBDAFS_SUPERUSER", System.getProperty("user.name"),
                "LAMBDAFS_MIN_BLOCK_SIZE_BYTES", "0",
                "LAMBDAFS_REPLICATION", "1");
        List<String> options = new ArrayList<>();
        settings.forEach((name, value) -> options.addAll(List.of("-e", name + "=" + value)));
        return options;
    }

    private static String variable(String name) throws IOException {
        return new ObjectMapper()
                .readTree(stack.dataDir().resolve("conf/platform.json").toFile())
                .at("/images/lambdafs~1namenode/environment")
                .path(name)
                .asText();
    }

    @Test
    void image_hasNoSetting_andItsContainersAreNotRoot() throws Exception {
        assertThat(Files.readString(files.resolve("Dockerfile"))).doesNotContain("STORE", "PASSWORD");
        assertThat(said("podman", "run", "--rm", "--network=host", "--entrypoint", "id", TAG)
                        .strip())
                .matches("uid=10001\\b.* gid=10001\\b.*");
        assertThat(said("podman", "run", "--rm", "--network=host", "--entrypoint", "ls", TAG, "/lambdafs"))
                .contains("function.jsa", "lib");
    }

    @Test
    void shell_writesReadsRenamesAndDeletes_throughTwoFunctionsInContainers() throws Exception {
        Image image = new Image(
                podman(
                        PREFIX + "-{port}",
                        "ACTION_PORT",
                        "ACTION_HOST",
                        "ACTION_INSTANCE",
                        "ACTION_ENDS_WITH_INPUT",
                        "ACTION_LOG_SENTINELS"),
                Map.of("CONTAINERS_CONF", work.resolve("containers.conf").toString()));
        PlatformConfig config = PlatformConfig.defaults(work.resolve("platform"))
                .withPort(0)
                .withAuth("11111111-1111-1111-1111-111111111111:of-the-test")
                .withImages(Map.of(ACTION_IMAGE, image));
        try (LocalPlatform platform = LocalPlatform.start(config)) {
            List<String> deploy = deploy(platform.uri().toString(), platform.auth());
            assertThat(said(deploy.toArray(String[]::new))).contains("2 created");
            assertThat(said(deploy.toArray(String[]::new))).contains("Unchanged");

            Configuration client = stack.hadoopConfiguration();
            client.set("fs.defaultFS", "hdfs://lambdafs");
            client.set("lambdafs.client.openwhisk.url", platform.uri().toString());
            client.set("lambdafs.client.openwhisk.auth", platform.auth());
            Path local = Files.writeString(work.resolve("text"), "through two containers\n");
            shell(client, "-mkdir", "-p", "/in/containers", "/elsewhere");
            shell(client, "-put", local.toString(), "/in/containers/text");
            assertThat(shell(client, "-cat", "/in/containers/text")).isEqualTo("through two containers\n");
            shell(client, "-mv", "/in/containers", "/elsewhere/moved");
            assertThat(shell(client, "-ls", "-R", "/"))
                    .contains("/elsewhere/moved/text")
                    .doesNotContain("/in/containers");
            shell(client, "-rm", "-r", "-skipTrash", "/elsewhere");
            assertThat(shell(client, "-ls", "/")).doesNotContain("/elsewhere");

            assertThat(said("podman", "ps", "--filter", "name=" + PREFIX, "--format", "{{.Names}}")
                            .lines())
                    .as("containers of the functions")
                    .hasSizeGreaterThanOrEqualTo(FUNCTIONS);
        }
    }

    private static List<String> deploy(String url, String key) throws IOException {
        Path password = Files.writeString(work.resolve("password"), variable("LAMBDAFS_STORE_PASSWORD"));
        Path auth = Files.writeString(work.resolve("auth"), key);
        List<String> command =
                new ArrayList<>(List.of("bin/lambdafs", "deploy", "--platform", "openwhisk", "--url", url));
        command.addAll(List.of("--auth-file", auth.toString(), "--image", ACTION_IMAGE));
        command.addAll(List.of("--secret-file", files.resolve("secret.txt").toString()));
        command.addAll(List.of("--store-password-file", password.toString(), "--deployments", "" + FUNCTIONS));
        command.addAll(settings());
        return command;
    }

    private static String shell(Configuration client, String... arguments) throws Exception {
        PrintStream real = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(ToolRunner.run(client, new FsShell(), arguments))
                    .as(Arrays.toString(arguments))
                    .isZero();
        } finally {
            System.setOut(real);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** From the start of {@code podman run} to the first answer; the figures are printed, and no bound is asserted. */
    @Test
    void coldStart_isMeasured() throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < COLD_STARTS; i++) {
            int port = FreePort.pick();
            ProcessBuilder builder = new ProcessBuilder(
                            podman(PREFIX + "-cold-" + i, "ACTION_PORT=" + port, "ACTION_HOST=127.0.0.1"))
                    .redirectErrorStream(true)
                    .redirectOutput(work.resolve("cold-" + i).toFile());
            builder.environment()
                    .put("CONTAINERS_CONF", work.resolve("containers.conf").toString());
            long begin = System.nanoTime();
            Process container = builder.start();
            try {
                Invoker invoker = new Invoker(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        "namenode0",
                        Files.readString(files.resolve("secret.txt")),
                        (ObjectNode) new ObjectMapper()
                                .readTree(files.resolve("secret.json").toFile()),
                        initSettings());
                Invoker.Answer init = invoker.init();
                assertThat(init.status()).as(init.body().toString()).isEqualTo(200);
                Invoker.Answer answer = invoker.run("request", Requests.statusOfRoot());
                millis.add((System.nanoTime() - begin) / 1_000_000);
                assertThat(Requests.isAnswered(answer.body().path("response").asText()))
                        .isTrue();
            } finally {
                container.destroy();
                assertThat(container.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
        }
        millis.sort(null);
        System.out.println("Cold start in a container, from podman run to the first answer, ms: " + millis + ", p50 "
                + millis.get(COLD_STARTS / 2));
    }

    private static Map<String, String> initSettings() throws IOException {
        return Map.of(
                "LAMBDAFS_STORE_URL", variable("LAMBDAFS_STORE_URL"),
                "LAMBDAFS_STORE_PASSWORD", variable("LAMBDAFS_STORE_PASSWORD"),
                "LAMBDAFS_ZOOKEEPER", variable("LAMBDAFS_ZOOKEEPER"),
                "LAMBDAFS_DEPLOYMENTS", "" + FUNCTIONS,
                "LAMBDAFS_SUPERUSER", System.getProperty("user.name"));
    }
}
