package io.lambdafs.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.emulator.lambda.LambdaEmulator;
import io.lambdafs.system.ProcessOutput;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions on AWS Lambda, between real processes: Hadoop's shell, the emulator, and instances that are frozen between two calls. */
@Tag("long")
final class LambdaFunctionsTest {
    private static final int BOUND_SECONDS = 120;
    private static final int CONCURRENCY = 8;

    private final Stack stack = SharedStack.get();
    private final String root = "/lambda-" + System.nanoTime();
    private HttpInstances instances;
    private LambdaEmulator lambda;

    @TempDir
    private Path work;

    @BeforeEach
    void deploy() throws Exception {
        assumeThat(stack.ownStore())
                .as("mode validate needs the embedded engine")
                .contains(OwnStore.ROCKS);
        instances = new HttpInstances(stack, work);
        List<String> names = IntStream.range(0, stack.deployments())
                .mapToObj(number -> "lambdafs-namenode" + number)
                .toList();
        lambda = new LambdaEmulator(names, (name, environment) -> start(environment), CONCURRENCY);
    }

    private Process start(Map<String, String> environment) throws IOException {
        Map<String, String> settings = new HashMap<>(environment);
        settings.put("LAMBDAFS_PROTOCOL", "lambda");
        for (String other : List.of("LAMBDAFS_MODE", "LAMBDAFS_HTTP_SECRET_FILE", "LAMBDAFS_HTTP_HOST")) {
            settings.put(other, "");
        }
        return instances.start(settings);
    }

    @AfterEach
    void remove() throws Exception {
        if (lambda != null) {
            lambda.end();
            instances.end();
        }
    }

    @Test
    void shell_seesWhatItWrote_throughInstancesThatAreFrozenBetweenCalls() throws Exception {
        assertThat(shell("-mkdir", "-p", root + "/a/b", root + "/c").status()).isZero();
        assertThat(shell("-mv", root + "/a/b", root + "/c/d").status()).isZero();
        Stack.Result listed = shell("-ls", "-R", root);

        assertThat(listed.status()).as(listed.errors()).isZero();
        assertThat(listed.output())
                .contains(root + "/a\n", root + "/c\n", root + "/c/d\n")
                .doesNotContain("/a/b");
        assertThat(lambda.invocations()).isGreaterThan(lambda.sandboxes());
    }

    @Test
    void expiredCredentials_areNamed_andNothingIsTriedAgain() throws Exception {
        Stack.Result result = shell(
                Map.of("AWS_ACCESS_KEY_ID", LambdaEmulator.EXPIRED, "AWS_SECRET_ACCESS_KEY", "secret"), "-ls", "/");

        assertThat(result.status()).isNotZero();
        assertThat(result.errors())
                .contains("have expired")
                .contains("AWS_ACCESS_KEY_ID")
                .contains("Renew them");
        assertThat(lambda.sandboxes()).isZero();
    }

    @Test
    void modeThatFreezingWouldHarm_isRefused() throws Exception {
        Process process = instances.start(Map.of(
                "LAMBDAFS_PROTOCOL", "lambda",
                "LAMBDAFS_MODE", "lambdafs",
                "AWS_LAMBDA_FUNCTION_NAME", "lambdafs-namenode0",
                "AWS_LAMBDA_RUNTIME_API", "127.0.0.1:1"));

        assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(instances.latestLog())
                .contains("set LAMBDAFS_MODE to validate")
                .hasLineCount(1);
        assertThat(process.exitValue()).isEqualTo(2);
    }

    @Test
    void aStrangersCall_isRefused() throws Exception {
        HttpRequest unsigned = HttpRequest.newBuilder(
                        URI.create(lambda.endpoint() + "/2015-03-31/functions/lambdafs-namenode0/invocations"))
                .POST(BodyPublishers.ofString("{}"))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(unsigned, BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(lambda.sandboxes()).isZero();
    }

    private Stack.Result shell(String... arguments) throws Exception {
        return shell(
                Map.of("AWS_ACCESS_KEY_ID", "AKIDEMULATOR", "AWS_SECRET_ACCESS_KEY", "the-emulators-secret"),
                arguments);
    }

    /** Hadoop's shell in a process of its own, which gets its credentials as every client of AWS does. */
    private Stack.Result shell(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                configuration() + File.pathSeparator + System.getProperty("java.class.path"),
                "org.apache.hadoop.fs.FsShell"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("LAMBDAFS_"));
        builder.environment().putAll(environment);
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Stack.Result(process.exitValue(), output.output(), output.errors());
        }
    }

    /** The shell wants its settings in a file. */
    private Path configuration() throws IOException {
        Map<String, String> settings = Map.of(
                "fs.defaultFS", "hdfs://lambdafs",
                "dfs.nameservices", "lambdafs",
                "dfs.client.failover.proxy.provider.lambdafs", "io.lambdafs.client.LambdaFailoverProxyProvider",
                "lambdafs.client.platform", "lambda",
                "lambdafs.client.lambda.function", "lambdafs-{function}",
                "lambdafs.client.lambda.region", "eu-central-1",
                "lambdafs.client.lambda.endpoint", lambda.endpoint());
        StringBuilder xml = new StringBuilder("<configuration>\n");
        settings.forEach((name, value) -> xml.append("<property><name>")
                .append(name)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
        Path directory = Files.createDirectories(work.resolve("conf"));
        Files.writeString(directory.resolve("core-site.xml"), xml.append("</configuration>\n"));
        return directory;
    }
}
