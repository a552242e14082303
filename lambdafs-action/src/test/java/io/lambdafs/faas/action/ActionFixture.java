package io.lambdafs.faas.action;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.JsonObject;
import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Errno;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.PosixException;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.openwhisk.action.ActionServer;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.rocks.EmbeddedEngine;
import io.lambdafs.store.rocks.RocksMetadataStore;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.volume.VolumeId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** An engine in this process with a volume, and instances of functions on it, called over HTTP. */
final class ActionFixture implements AutoCloseable {
    static final String SENTINEL = "XXX_THE_END_OF_A_WHISK_ACTIVATION_XXX\n";

    private final JsonCodec codec = new JsonCodec(GuestMessages.MOST_VALUES);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Engine engine = EmbeddedEngine.over(new SortedMapKeyValues(), EngineLimits.defaults());
    private final VolumeId volume;
    private final Deque<Instance> instances = new ArrayDeque<>();

    ActionFixture() {
        try (MetadataStore store = store()) {
            volume = store.volumes().orElseThrow().create(4096).id();
        }
    }

    private MetadataStore store() {
        return new RocksMetadataStore(engine, Bounds.defaults());
    }

    /** Leaves out a test, and says why, if a program is not on the path. */
    static void assumeProgram(String name) {
        assumeThat(Stream.of(System.getenv("PATH").split(":")))
                .as(name + " is not on the PATH, so functions that need it cannot be run")
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    }

    /** An instance that is not initialised. */
    Instance start() throws IOException {
        Instance instance = new Instance();
        instances.push(instance);
        return instance;
    }

    /** An instance of this code. */
    Instance start(String kind, String code) throws Exception {
        Instance instance = start();
        Reply reply = instance.init(kind, code);
        if (reply.status() != 200) {
            throw new IOException("cannot be initialised: " + reply.body());
        }
        return instance;
    }

    /** What a file of the volume holds. */
    String file(String path) throws IOException {
        try (MetadataStore store = store()) {
            VolumeFiles files = ActionVolume.open(store, String.valueOf(volume.value()), "");
            files.begin();
            long handle = files.open(At.root(path), OpenFlags.RDONLY, 0);
            byte[] bytes = new byte[1 << 20];
            return new String(bytes, 0, files.read(handle, bytes, 0, bytes.length), StandardCharsets.UTF_8);
        } catch (PosixException e) {
            return e.errno() == Errno.ENOENT ? "nothing" : e.errno().text();
        }
    }

    record Reply(int status, String body) {}

    /** One container. */
    final class Instance implements AutoCloseable {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final AtomicInteger runs = new AtomicInteger();
        private final VolumeAction action;
        private final ActionServer server;

        Instance() throws IOException {
            PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
            Map<String, String> environment = new LinkedHashMap<>(System.getenv());
            environment.put("LAMBDAFS_STORE_PASSWORD", "geheim");
            action = new VolumeAction(ActionFixture.this::store, environment, printed, InstantSource.system());
            ActionServerConfig config = new ActionServerConfig("127.0.0.1", 0, 8, 4 << 20, InstanceSecret.NONE, true);
            server = ActionServer.start(
                    config.withMessages(4 << 20, GuestMessages.MOST_VALUES),
                    action,
                    printed,
                    new PrintStream(err, true, StandardCharsets.UTF_8));
        }

        Reply init(String kind, String code) throws Exception {
            return init(kind, code, "main", false, Map.of());
        }

        Reply init(String kind, String code, String main, boolean binary, Map<String, String> more) throws Exception {
            Map<String, String> environment = new LinkedHashMap<>(Map.of(
                    ActionSettings.VOLUME,
                    String.valueOf(volume.value()),
                    ActionSettings.MOUNT,
                    "/mnt/v",
                    ActionSettings.KIND,
                    kind));
            environment.putAll(more);
            Map<String, Object> value = Map.of("code", code, "main", main, "binary", binary, "env", environment);
            return post(
                    "/init", new String(codec.write(new JsonObject(Map.of("value", value))), StandardCharsets.UTF_8));
        }

        /** Calls the function with these parameters. */
        Reply run(String parameters) throws Exception {
            return post("/run", "{\"value\":" + parameters + "}");
        }

        Reply post(String path, String body, String... headers) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                    .POST(HttpRequest.BodyPublishers.ofString(body));
            if (headers.length > 0) {
                request.headers(headers);
            }
            if (path.equals("/run")) {
                runs.incrementAndGet();
            }
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body());
        }

        /** What the function printed, and the marks, of which each is written after the answer has left. */
        String printed() throws InterruptedException {
            while (marks() < runs.get()) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            return out.toString(StandardCharsets.UTF_8);
        }

        private long marks() {
            return out.toString(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> (line + "\n").equals(SENTINEL))
                    .count();
        }

        @Override
        public void close() throws IOException {
            server.close();
            action.close();
        }
    }

    @Override
    public void close() throws IOException {
        while (!instances.isEmpty()) {
            instances.pop().close();
        }
        engine.close();
    }
}
