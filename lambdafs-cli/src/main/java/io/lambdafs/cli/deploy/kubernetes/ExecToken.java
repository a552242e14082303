package io.lambdafs.cli.deploy.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Has a program print the token, as cloud providers' clusters want it: {@code exec} of a kubeconfig. The program runs once; its token is
 * used as long as this process lives.
 */
final class ExecToken implements KubernetesAccess.Token {
    private static final long BOUND_SECONDS = 60;

    private final JsonNode exec;
    private final Path directory;
    private Optional<String> token = Optional.empty();

    private ExecToken(JsonNode exec, Path directory) {
        this.exec = exec;
        this.directory = directory;
    }

    /** The program of a kubeconfig in this directory. */
    static ExecToken of(JsonNode exec, Path directory) {
        return new ExecToken(exec, directory);
    }

    @Override
    public synchronized Optional<String> get() throws KubernetesAccessException {
        if (token.isEmpty()) {
            token = Optional.of(run());
        }
        return token;
    }

    private String run() throws KubernetesAccessException {
        String command = exec.path("command").asText();
        List<String> line = new ArrayList<>();
        // A name with a slash is relative to the file; others are looked for in the path.
        line.add(command.contains("/") ? directory.resolve(command).toString() : command);
        exec.path("args").forEach(argument -> line.add(argument.asText()));
        try {
            Path output = Files.createTempFile("kubernetes-token", ".json");
            try {
                return run(command, line, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw failed(command, String.valueOf(e.getMessage()), e);
        }
    }

    private String run(String command, List<String> line, Path output) throws IOException, KubernetesAccessException {
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectOutput(output.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        ObjectNode info = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", exec.path("apiVersion").asText("client.authentication.k8s.io/v1"))
                .put("kind", "ExecCredential");
        info.putObject("spec").put("interactive", false);
        builder.environment().put("KUBERNETES_EXEC_INFO", info.toString());
        exec.path("env")
                .forEach(each -> builder.environment()
                        .put(each.path("name").asText(), each.path("value").asText()));
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw failed(command, "it took longer than " + BOUND_SECONDS + " s", null);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw failed(command, "interrupted", e);
        }
        String shown = new ObjectMapper()
                .readTree(Files.readAllBytes(output))
                .at("/status/token")
                .asText();
        if (process.exitValue() != 0 || shown.isEmpty()) {
            throw failed(command, "it ended with " + process.exitValue() + " and without a token", null);
        }
        return shown;
    }

    private static KubernetesAccessException failed(
            String command, String why, @org.jspecify.annotations.Nullable Exception cause) {
        String message = "the kubeconfig's program " + command + " gave no token: " + why
                + ". Log in as for kubectl, or run 'kubectl proxy' and give --url http://127.0.0.1:8001";
        return cause == null ? new KubernetesAccessException(message) : new KubernetesAccessException(message, cause);
    }
}
