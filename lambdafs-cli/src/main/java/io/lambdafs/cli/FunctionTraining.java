package io.lambdafs.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.process.ClassArchive;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.client.authentication.ServiceKeyFile;
import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.client.tcp.ReverseServerSettings;
import io.lambdafs.container.ParentWatch;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.authentication.SigningKey;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the archive of loaded classes from which instances start fast: runs one instance without a platform, has it answer
 * a few requests, and ends it.
 *
 * <p>The requests change nothing that matters: the write among them makes {@code /tmp}.
 */
final class FunctionTraining {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int CONNECT_ATTEMPTS = 300;

    private final FunctionProgram program;
    /** Null in simple mode: in secure mode an instance answers nobody who has none. */
    private final @Nullable SigningKey key;

    private final UUID requester = UUID.randomUUID();
    private final String instance = UUID.randomUUID().toString();
    private final Path log;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private long sequence;

    private FunctionTraining(FunctionProgram program, @Nullable SigningKey key, Path log) {
        this.program = program;
        this.key = key;
        this.log = log;
    }

    /** Makes the archive, if there is none. Without one everything works, slower: so a failure is only said. */
    static void unlessDone(FunctionProgram program, StackSecurity security, DataDirectory data, Console console) {
        ClassArchive archive = program.classArchive();
        if (archive.exists() && archive.classList().isPresent()) {
            return;
        }
        try {
            SigningKey key = security.secure() ? key(data) : null;
            console.step(
                    "recording which classes an instance loads (once)",
                    new FunctionTraining(program, key, data.log("training"))::run);
        } catch (CliException e) {
            console.line(String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable SigningKey key(DataDirectory data) {
        return ManagedStack.asked(() -> ServiceKeyFile.open(StackSecurity.serviceKey(data.root()), System::nanoTime)
                .current());
    }

    private void run() {
        ClassArchive archive = program.classArchive();
        Path fresh = archive.fresh();
        try (ReverseServer client = ReverseServer.open(client(), System::nanoTime, warning -> {})) {
            Files.createDirectories(fresh.getParent());
            int port = freePort();
            Process instance = launch(fresh, archive.freshList(), port);
            try {
                exercise(port, client);
            } finally {
                end(instance);
            }
            archive.keep(fresh);
        } catch (IOException e) {
            forget(archive.freshList());
            throw new CliException(
                    "instances will start slower: no class archive could be made (" + e.getMessage() + "); see " + log,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while making the class archive", e);
        }
    }

    /** As clients have it. */
    private ReverseServerSettings client() {
        ReverseServerSettings plain = new ReverseServerSettings("127.0.0.1", "127.0.0.1", 1, 1, BOUND, Duration.ZERO);
        return key != null ? plain.encrypted() : plain;
    }

    private static void forget(Path half) {
        try {
            Files.deleteIfExists(half);
        } catch (IOException e) {
            // It stays under a name that nobody looks for.
        }
    }

    private Process launch(Path archive, Path classList, int port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.recordingCommand(archive, classList))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_"));
        builder.environment().putAll(program.environment());
        builder.environment().put(ActionServerConfig.HOST_VARIABLE, "127.0.0.1");
        builder.environment().put(ActionServerConfig.PORT_VARIABLE, Integer.toString(port));
        builder.environment().put(InstanceSecret.NAME_VARIABLE, instance);
        builder.environment().put(ActionServerConfig.SENTINELS_VARIABLE, "false");
        builder.environment().put(ParentWatch.VARIABLE, "true");
        return builder.start();
    }

    private void exercise(int port, ReverseServer client) throws IOException, InterruptedException {
        ObjectNode init = JsonNodeFactory.instance.objectNode();
        init.putObject("value")
                .put("name", "namenode0")
                .put("main", "main")
                .put("binary", false)
                .put("code", "")
                .putObject("env")
                .put("__OW_NAMESPACE", "guest")
                .put("__OW_ACTION_NAME", "/guest/namenode0");
        post(port, "/init", init, CONNECT_ATTEMPTS);
        List<Training> requests = List.of(
                new Training("getFileInfo", "0a012f"),
                new Training("getListing", "0a012f12001800"),
                new Training("getServerDefaults", ""),
                new Training("mkdirs", "0a042f746d70120308ff071801"),
                new Training("getFileInfo", "0a042f746d70"));
        for (Training request : requests) {
            post(port, "/run", invocation(request, client), 1);
        }
        for (Training request : requests) {
            callBack(client, request);
        }
    }

    /** By the connection that the instance has made by then, or else makes in this time. */
    private void callBack(ReverseServer client, Training request) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                byte[] unused = client.call(0, envelope(request).encode(), BOUND.toNanos());
                return;
            } catch (ConnectionLostException | TimeoutException e) {
                if (attempt == CONNECT_ATTEMPTS) {
                    throw new IOException("the instance has not connected back: " + e.getMessage(), e);
                }
                TimeUnit.MILLISECONDS.sleep(BOUND.toMillis() / CONNECT_ATTEMPTS);
            }
        }
    }

    /** A call: the method and its message in protobuf's encoding, in hexadecimal. */
    private record Training(String method, String message) {}

    private RequestEnvelope envelope(Training training) {
        sequence++;
        return new RequestEnvelope(
                        new RequestId(requester, sequence),
                        new Caller(System.getProperty("user.name"), List.of(), "127.0.0.1"),
                        RequestLife.of(System.currentTimeMillis(), BOUND.toMillis()),
                        training.method(),
                        HexFormat.of().parseHex(training.message()))
                .signedWith(key);
    }

    private ObjectNode invocation(Training training, ReverseServer client) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode value = body.putObject("value");
        value.put(
                "request", Base64.getEncoder().encodeToString(envelope(training).encode()));
        ObjectNode tcp = value.putObject("tcp");
        tcp.put("client", client.client().toString());
        tcp.putArray("endpoints").add(client.endpoint());
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        tcp.put("secret", encoder.encodeToString(client.secret()));
        if (client.certificate().length > 0) {
            tcp.put("certificate", encoder.encodeToString(client.certificate()));
        }
        body.put("action_name", "/guest/namenode0").put("namespace", "guest").put("activation_id", "0");
        body.put("deadline", Long.toString(System.currentTimeMillis() + BOUND.toMillis()));
        return body;
    }

    private void post(int port, String path, ObjectNode body, int attempts) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(BOUND)
                .header("Content-Type", "application/json")
                .header(InstanceSecret.HEADER, instance)
                .POST(BodyPublishers.ofString(body.toString(), StandardCharsets.UTF_8))
                .build();
        for (int attempt = 1; ; attempt++) {
            try {
                int status = http.send(request, BodyHandlers.discarding()).statusCode();
                if (status != 200) {
                    throw new IOException(path + " was answered with status " + status);
                }
                return;
            } catch (ConnectException e) {
                if (attempt == attempts) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(BOUND.toMillis() / CONNECT_ATTEMPTS);
            }
        }
    }

    private static void end(Process instance) throws InterruptedException {
        // Process.destroy would close its standard input, too, and an instance takes that for the end of the platform.
        instance.toHandle().destroy();
        if (!instance.waitFor(BOUND.toMillis(), TimeUnit.MILLISECONDS)) {
            instance.destroyForcibly();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
