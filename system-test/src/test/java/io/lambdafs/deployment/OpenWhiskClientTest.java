package io.lambdafs.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The local platform as OpenWhisk's own client for JavaScript finds it. Needs Node.js and npm, which need not be there: the
 * client and what it needs are fetched in the versions of {@code package-lock.json}.
 */
final class OpenWhiskClientTest {
    private static final String SCRIPT = "openwhisk-client.js";
    private static final int BOUND_SECONDS = 120;

    private static JsonNode answers;

    @BeforeAll
    static void call() throws Exception {
        for (String program : List.of("node", "npm")) {
            assumeThat(isOnPath(program))
                    .as("%s, without which OpenWhisk's client for JavaScript cannot be asked, is on the path", program)
                    .isTrue();
        }
        Path source = CheckoutSources.root().resolve("system-test/src/test/js");
        Path work = Files.createDirectories(CheckoutSources.root().resolve("system-test/target/openwhisk-client"));
        for (String file : List.of("package.json", "package-lock.json", SCRIPT)) {
            Files.copy(source.resolve(file), work.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Said installed = run(work, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error");
        assumeThat(installed.succeeded())
                .as("npm, which says %s, can fetch OpenWhisk's client for JavaScript", installed.errors())
                .isTrue();

        Stack stack = SharedStack.get();
        Properties client = new Properties();
        try (Reader in = Files.newBufferedReader(stack.dataDir().resolve("client.properties"))) {
            client.load(in);
        }
        Said said = run(
                work,
                "node",
                SCRIPT,
                client.getProperty("lambdafs.client.openwhisk.url"),
                client.getProperty("lambdafs.client.openwhisk.auth"),
                Requests.statusOfRoot());
        assertThat(said.succeeded()).as(said.errors()).isTrue();
        answers = new ObjectMapper().readTree(said.output());
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /** How a program ended, and what it printed. */
    private record Said(boolean succeeded, String output, String errors) {}

    private static Said run(Path directory, String... command) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path errors = directory.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        // Nor is this machine's own address to be asked of a proxy.
        builder.environment().put("NO_PROXY", "127.0.0.1");
        builder.environment().put("no_proxy", "127.0.0.1");
        Process process = builder.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        return new Said(
                ended && process.exitValue() == 0,
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(errors, StandardCharsets.UTF_8));
    }

    @Test
    void functions_areListedAndDescribed() {
        assertThat(answers.path("actions").findValuesAsText("name")).contains("namenode0", "namenode1");
        JsonNode nameNode = answers.path("nameNode");
        assertThat(nameNode.at("/exec/kind").asText()).isEqualTo("blackbox");
        assertThat(nameNode.at("/exec/image").asText()).isEqualTo("lambdafs/namenode");
        assertThat(nameNode.at("/limits/concurrency").asInt()).isEqualTo(64);
    }

    @Test
    void blockingInvocation_isAnswered() throws Exception {
        JsonNode blocking = answers.at("/invocations/blocking");
        assertThat(blocking.at("/response/success").asBoolean()).isTrue();
        assertThat(blocking.at("/response/status").asText()).isEqualTo("success");
        assertThat(Requests.isAnswered(blocking.at("/response/result/response").asText()))
                .isTrue();
        assertThat(blocking.path("activationId").asText()).matches("[0-9a-f]{32}");
        assertThat(Requests.isAnswered(
                        answers.at("/invocations/result/response").asText()))
                .isTrue();
    }

    @Test
    void nonBlockingInvocation_hasARecord() throws Exception {
        JsonNode made = answers.path("invocations");
        String left = made.path("left").asText();
        assertThat(left).matches("[0-9a-f]{32}");
        assertThat(made.at("/recorded/activationId").asText()).isEqualTo(left);
        assertThat(made.at("/recorded/name").asText()).isEqualTo("namenode0");
        assertThat(Requests.isAnswered(
                        made.at("/recordedResult/result/response").asText()))
                .isTrue();
        assertThat(made.at("/recordedLogs/logs").isArray()).isTrue();
        assertThat(made.path("activations").findValuesAsText("activationId"))
                .contains(left, made.at("/blocking/activationId").asText());
    }

    @Test
    void failures_areTheClientsErrors() {
        assertThat(answers.at("/invocations/applicationError/status").asInt()).isEqualTo(502);
        assertThat(answers.at("/invocations/applicationError/error/response/result/error")
                        .asText())
                .contains("request");
        assertThat(answers.at("/wrongKey/name").asText()).isEqualTo("OpenWhiskError");
        assertThat(answers.at("/wrongKey/status").asInt()).isEqualTo(401);
        assertThat(answers.at("/unknownAction/status").asInt()).isEqualTo(404);
    }

    @Test
    void functions_areRegisteredUpdatedAndDeleted() {
        JsonNode made = answers.path("registrations");
        assertThat(made.at("/created/version").asText()).isEqualTo("0.0.1");
        assertThat(made.at("/created/limits/memory").asInt()).isEqualTo(256);
        assertThat(made.at("/again/status").asInt()).isEqualTo(409);
        assertThat(made.at("/updated/version").asText()).isEqualTo("0.0.2");
        assertThat(made.at("/got/limits/timeout").asInt()).isEqualTo(30_000);
        assertThat(made.at("/got/parameters/0/key").asText()).isEqualTo("greeting");
        assertThat(made.at("/got/annotations").findValuesAsText("key")).contains("purpose");
        assertThat(made.at("/badLimit/status").asInt()).isEqualTo(400);
        assertThat(made.at("/deleted/name").asText())
                .isEqualTo(made.at("/created/name").asText());
        assertThat(made.at("/gone/status").asInt()).isEqualTo(404);
    }
}
