package io.lambdafs.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.deployment.Invoker.Answer;
import io.lambdafs.system.Await;
import io.lambdafs.system.ProcessOutput;
import io.lambdafs.system.Stack;
import io.lambdafs.testkit.FreePort;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code lambdafs image} writes, run as a container would run it: with the environment of the Dockerfile and
 * nothing else, nothing at standard input, and a port of its own. It is called as OpenWhisk calls it, which sends the
 * store's password.
 */
final class ContainerTest {
    private static final int AT_ONCE = 8;
    private static final int BOUND_SECONDS = 60;
    private static final int LEAVES_AFTER_MILLIS = 4000;
    private static final int MAX_ASKED = 1000;
    private static final String SENTINEL = "XXX_THE_END_OF_A_WHISK_ACTIVATION_XXX";
    private static final Pattern ENV = Pattern.compile("(?m)^ENV (\\w+)=(\".*\")$");

    private final ObjectMapper mapper = new ObjectMapper();

    /** Its store is reached by TCP, because a container has no files of the machine and so no Unix domain socket. */
    private static Stack stack;

    @TempDir
    private Path work;

    private Process container;
    private InetSocketAddress address;
    private Invoker invoker;

    @BeforeAll
    static void startStack() throws IOException {
        stack = Stack.start(1, 0, "--bind-address", "127.0.0.2");
    }

    @AfterAll
    static void stopStack() throws IOException {
        stack.close();
    }

    @BeforeEach
    void runContainer() throws Exception {
        JsonNode platform =
                mapper.readTree(stack.dataDir().resolve("conf/platform.json").toFile());
        JsonNode instance = platform.at("/images/lambdafs~1namenode/environment");
        assumeThat(instance.path("LAMBDAFS_STORE_URL").asText())
                .as("an image has what PostgreSQL and the embedded store need, not NDB")
                .doesNotStartWith("ndb:");

        Path image = work.resolve("image");
        List<String> command = new ArrayList<>(
                List.of(CheckoutSources.root().resolve("bin/lambdafs").toString(), "image", image.toString()));
        for (String setting : List.of(
                "LAMBDAFS_STORE_URL",
                "LAMBDAFS_STORE_USER",
                "LAMBDAFS_ZOOKEEPER",
                "LAMBDAFS_DEPLOYMENTS",
                "LAMBDAFS_SUPERUSER",
                "LAMBDAFS_MIN_BLOCK_SIZE_BYTES")) {
            command.addAll(List.of("-e", setting + "=" + instance.path(setting).asText()));
        }
        command.addAll(List.of("-e", "LAMBDAFS_LEAVE_AFTER_IDLE_MILLIS=" + LEAVES_AFTER_MILLIS));
        command.addAll(List.of("-e", "LAMBDAFS_REPORT_DIRECTORY=" + work.resolve("reports")));
        Path code = image.resolve("secret.txt");
        Path parameters = image.resolve("secret.json");
        assertThat(said(command))
                .contains("docker build")
                .contains("bin/lambdafs deploy --platform")
                .contains(code.toString());
        assertThat(Files.readString(image.resolve("Dockerfile")))
                .doesNotContain(instance.path("LAMBDAFS_STORE_PASSWORD").asText("not there"));

        int port = FreePort.pick();
        container = start(image, port);
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        invoker = new Invoker(
                address,
                "namenode0",
                Files.readString(code),
                (ObjectNode) mapper.readTree(parameters.toFile()),
                Map.of(
                        "LAMBDAFS_STORE_PASSWORD",
                        instance.path("LAMBDAFS_STORE_PASSWORD").asText()));
    }

    @AfterEach
    void endContainer() throws InterruptedException {
        if (container != null) {
            container.destroyForcibly().waitFor();
        }
    }

    /** What a program prints that ends by itself. */
    private static String said(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_BUILD", "never");
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            int status = process.waitFor();
            assertThat(status).as(output.output() + output.errors()).isZero();
            return output.output();
        }
    }

    private Process start(Path image, int port) throws IOException, InterruptedException {
        String dockerfile = Files.readString(image.resolve("Dockerfile"));
        Map<String, String> environment = new HashMap<>();
        for (Matcher env = ENV.matcher(dockerfile); env.find(); ) {
            environment.put(env.group(1), mapper.readValue(env.group(2), String.class));
        }
        // What is done when the image is built: the archive of classes is made.
        said(instruction("RUN", dockerfile, image));
        assertThat(image.resolve("function.jsa")).isRegularFile();
        List<String> command = instruction("ENTRYPOINT", dockerfile, image);

        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(out().toFile())
                .redirectError(errors().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("ACTION_LOG_SENTINELS", "true");
        builder.environment().put("__OW_API_HOST", "http://127.0.0.1:1");
        // Containers have addresses of their own, where the usual port is free.
        builder.environment().put("ACTION_PORT", Integer.toString(port));
        return builder.start();
    }

    /** The command of an instruction, with the image's directory where it is here. */
    private List<String> instruction(String name, String dockerfile, Path image) throws IOException {
        Matcher line = Pattern.compile("(?m)^" + name + " (\\[.*])$").matcher(dockerfile);
        assertThat(line.find()).as(name + " in " + dockerfile).isTrue();
        List<String> command = new ArrayList<>(List.of(mapper.readValue(line.group(1), String[].class)));
        command.replaceAll(word -> word.replace("/lambdafs/", image + "/"));
        command.set(
                0,
                Path.of(System.getProperty("java.home"), "bin", command.get(0)).toString());
        return command;
    }

    private Path out() {
        return work.resolve("out");
    }

    private Path errors() {
        return work.resolve("errors");
    }

    @Test
    void container_isInitialisedCalledAndStopped_asOpenWhiskDoes() throws Exception {
        Answer init = invoker.init();
        assertThat(init.status()).as(init.body() + Files.readString(errors())).isEqualTo(200);

        // Another process that reaches the container does not get through.
        Invoker stranger = new Invoker(address, "namenode0", "", mapper.createObjectNode(), Map.of());
        assertThat(stranger.init().status()).isEqualTo(401);
        assertThat(stranger.run("request", Requests.statusOfRoot()).status()).isEqualTo(401);

        for (Future<Answer> each : callAtOnce()) {
            Answer answer = each.get();
            assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
            assertThat(Requests.isAnswered(answer.body().path("response").asText()))
                    .isTrue();
        }
        Answer refused = invoker.run("request", "!");
        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.body().path("error").asText()).contains("request");

        // An invoker that collects logs waits for as many lines, which follow the answers.
        for (Path log : List.of(out(), errors())) {
            Await.until(
                    AT_ONCE + 1 + " ends of activations in " + log,
                    Duration.ofSeconds(BOUND_SECONDS),
                    () -> ends(log) == AT_ONCE + 1);
        }

        assertThat(container.isAlive()).isTrue();
        container.destroy();
        assertThat(container.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * The platform freezes an instance for lack of activations, whatever comes over its connections: clients that ask
     * there must hear of it before.
     */
    @Test
    void containerWithoutActivations_handsItsClientsOverAndLeaves_howeverMuchTheyAsk() throws Exception {
        assertThat(invoker.init().status()).isEqualTo(200);
        awaitMembership();
        try (RawClient client = new RawClient()) {
            ObjectNode offering = mapper.createObjectNode().put("request", Requests.statusOfRoot());
            offering.set("tcp", client.offer());
            assertThat(invoker.run(offering).status()).isEqualTo(200);
            try (FrameConnection connection = client.accept()) {
                assertThat(connection.hello().deployment()).isZero();
                assertThat(connection.isAnswered(Requests.bytesOfStatusOfRoot()))
                        .isTrue();
                for (int i = 0; i < MAX_ASKED && connection.isAnswered(Requests.bytesOfStatusOfRoot()); i++) {
                    Thread.sleep(10);
                }
                assertThat(connection.isClosedByPeer()).isTrue();
            }
            Await.until("it is no member", Duration.ofSeconds(BOUND_SECONDS), () -> admitted() == 0);

            offering.put("request", Requests.statusOfRoot());
            assertThat(invoker.run(offering).status()).isEqualTo(200);
            try (FrameConnection connection = client.accept()) {
                assertThat(connection.isAnswered(Requests.bytesOfStatusOfRoot()))
                        .isTrue();
            }
            awaitMembership();
        }
    }

    /* Called as often as it takes: it is one for a while after each call. */
    private void awaitMembership() throws Exception {
        Await.until("it is a member", Duration.ofSeconds(BOUND_SECONDS), () -> {
            assertThat(invoker.run("request", Requests.statusOfRoot()).status()).isEqualTo(200);
            return admitted() == 1;
        });
    }

    /** 1 if it says that it is a member, 0 if not, -1 if it has said nothing yet. */
    private int admitted() throws IOException {
        Path said = work.resolve("reports/" + container.pid() + ".properties");
        if (!Files.exists(said)) {
            return -1;
        }
        Properties report = new Properties();
        try (Reader in = Files.newBufferedReader(said)) {
            report.load(in);
        }
        return Integer.parseInt(report.getProperty("admitted"));
    }

    private static long ends(Path log) throws IOException {
        return Files.readAllLines(log).stream().filter(SENTINEL::equals).count();
    }

    private List<Future<Answer>> callAtOnce() throws InterruptedException {
        ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Callable<Answer>> calls = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                calls.add(() -> invoker.run("request", Requests.statusOfRoot()));
            }
            return callers.invokeAll(calls, BOUND_SECONDS, TimeUnit.SECONDS);
        } finally {
            callers.shutdownNow();
        }
    }
}
