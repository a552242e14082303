package io.lambdafs.cli.faas;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.faas.action.ActionMain;
import io.lambdafs.faas.action.ActionSettings;
import io.lambdafs.faas.action.VolumeAction;
import io.lambdafs.openwhisk.action.ActionServer;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Runs a user's function that has a volume: in this process, or on the platform. */
final class Actions {
    private static final int AT_ONCE = 64;
    private static final int MEMORY_MB = 256;
    private static final int OK = 200;

    private Actions() {}

    /**
     * Serves a function until this process is ended.
     *
     * @param main the function's name in its code
     */
    static int serve(StoreConfig store, ActionSettings settings, ActionFile file, String main, int port)
            throws IOException, InterruptedException {
        VolumeAction action =
                new VolumeAction(() -> Stores.open(store), System.getenv(), System.out, InstantSource.system());
        ActionServerConfig config =
                new ActionServerConfig("127.0.0.1", port, AT_ONCE, 1024, InstanceSecret.NONE, false);
        try (ActionServer server = ActionMain.serve(config, action)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(action), "stop"));
            init(server.port(), message(settings, file, main));
            System.err.println(
                    "serving the function: curl -d '{\"value\": {}}' http://127.0.0.1:" + server.port() + "/run");
            new CountDownLatch(1).await();
            return 0;
        }
    }

    /* By the way that a platform has, so that the server knows that its function is initialised. */
    private static void init(int port, ObjectNode message) throws IOException, InterruptedException {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/init"))
                                .POST(HttpRequest.BodyPublishers.ofString(message.toString()))
                                .build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (response.statusCode() != OK) {
            throw new IOException("the function cannot be started: " + response.body());
        }
    }

    private static ObjectNode message(ActionSettings settings, ActionFile file, String main) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        ObjectNode value = message.putObject("value");
        value.put("name", "action")
                .put("main", main)
                .put("binary", file.binary())
                .put("code", file.code());
        value.putObject("env")
                .put(ActionSettings.VOLUME, settings.volume())
                .put(ActionSettings.MOUNT, settings.mount())
                .put(ActionSettings.KIND, settings.kind())
                .put(ActionSettings.RETRIES, String.valueOf(settings.retries()));
        return message;
    }

    private static void close(VolumeAction action) {
        try {
            action.close();
        } catch (IOException e) {
            System.err.println("lambdafs: files of the function are not removed: " + e.getMessage());
        }
    }

    /** The description of a function that the platform gets. */
    static ObjectNode definition(ActionSettings settings, ActionFile file, String main) {
        ObjectNode action = JsonNodeFactory.instance.objectNode();
        ObjectNode exec = action.putObject("exec");
        exec.put("kind", file.openWhiskKind())
                .put("main", main)
                .put("binary", file.binary())
                .put("code", file.code());
        if (file.openWhiskKind().equals("blackbox")) {
            exec.put("image", Action.VOLUME_IMAGE);
        }
        // One call at a time: an instance has one transaction. More calls get more instances.
        action.putObject("limits").put("memory", MEMORY_MB).put("concurrency", 1);
        ArrayNode annotations = action.putArray("annotations");
        Map.of(
                        Action.VOLUME,
                        settings.volume(),
                        "lambdafs-mount",
                        settings.mount(),
                        "lambdafs-kind",
                        settings.kind(),
                        "lambdafs-retries",
                        String.valueOf(settings.retries()))
                .forEach((key, value) -> annotations.addObject().put("key", key).put("value", value));
        return action;
    }
}
