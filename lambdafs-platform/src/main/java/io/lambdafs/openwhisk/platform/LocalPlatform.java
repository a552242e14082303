package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.lambdafs.openwhisk.platform.limits.ResourceLimits;
import io.lambdafs.openwhisk.platform.pool.Dispatcher;
import io.lambdafs.openwhisk.platform.pool.Instance;
import io.lambdafs.openwhisk.platform.pool.PlatformThreads;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.process.ProcessInstanceFactory;
import io.lambdafs.openwhisk.platform.rest.LimitSettings;
import io.lambdafs.openwhisk.platform.rest.RestServer;
import io.lambdafs.openwhisk.platform.rest.RestSettings;
import io.lambdafs.openwhisk.platform.storage.PlatformDataDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A local OpenWhisk-compatible platform, running in this JVM; its function instances are processes. */
public final class LocalPlatform implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LocalPlatform.class);
    private static final String KEY_FILE = "key";
    private static final int MIN_TICK_MILLIS = 20;
    private static final int MAX_TICK_MILLIS = 1_000;
    private static final int TRIM_SECONDS = 10;
    private static final int METER_SECONDS = 1;
    private static final int STEM_CELL_MILLIS = 200;
    private static final int MAX_STRING_BYTES = 64 << 20;

    private final PlatformConfig config;
    private final PlatformDataDirectory directory;
    private final PlatformThreads threads;
    private final ResourceLimits resources;
    private final ProcessInstanceFactory factory;
    private final Dispatcher dispatcher;
    private final RestServer server;
    private final String auth;

    private LocalPlatform(PlatformConfig config, PlatformDataDirectory directory, ResourceLimits resources)
            throws IOException {
        this.config = config;
        this.directory = directory;
        this.resources = resources;
        auth = config.auth().isEmpty() ? PlatformKey.adopt(config.dataDir().resolve(KEY_FILE)) : config.auth();
        ObjectMapper mapper = mapper();
        InstantSource clock = InstantSource.system();
        PoolSettings pool = config.pool();
        LimitSettings limits = config.limits();
        threads = PlatformThreads.create(limits.concurrentInvocations());
        factory = ProcessInstanceFactory.open(config.images(), pool, directory, resources, mapper, clock);
        dispatcher = Dispatcher.create(pool, factory, threads, mapper, limits.maxPayloadBytes(), clock);
        RestSettings rest = new RestSettings(
                config.host(),
                config.port(),
                config.namespace(),
                auth,
                config.callersAuth(),
                limits,
                config.images().keySet(),
                pool.maxActivations(),
                pool.userMemoryMb(),
                pool.userCpuMillis(),
                resources.unavailable(),
                config.https().open(warning -> log.atWarn().setMessage(warning).log()));
        server = RestServer.open(rest, directory.file("actions.json"), dispatcher, threads, mapper, clock);
    }

    /**
     * Starts a platform; it answers when this returns.
     *
     * @throws IOException if the port is taken, the data directory cannot be used, or another platform uses it
     */
    public static LocalPlatform start(PlatformConfig config) throws IOException {
        PlatformDataDirectory directory = PlatformDataDirectory.open(config.dataDir());
        ResourceLimits resources = ResourceLimits.open(config.dataDir());
        try {
            LocalPlatform platform = new LocalPlatform(config, directory, resources);
            platform.begin();
            return platform;
        } catch (IOException | RuntimeException e) {
            resources.close();
            directory.close();
            throw e;
        }
    }

    /** Where it listens, also where the configuration left the port open with 0. */
    public URI uri() {
        return URI.create((config.https().isPresent() ? "https://" : "http://") + config.host() + ":" + server.port());
    }

    /** The key that callers need, {@code uuid:key}. */
    public String auth() {
        return auth;
    }

    /** Why instances run without limits of CPU and memory, and what to do about it; empty if limits are enforced. */
    public Optional<String> unlimited() {
        return resources.unavailable();
    }

    public int port() {
        return server.port();
    }

    /** Stops listening, ends all instances within their grace time, and releases the data directory. */
    @Override
    public void close() throws IOException {
        server.close();
        threads.timer().shutdownNow();
        try {
            dispatcher.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.requests().shutdownNow();
        factory.close();
        resources.close();
        directory.close();
    }

    private void begin() throws IOException {
        int killed = factory.killLeftovers();
        if (killed > 0) {
            log.atWarn()
                    .setMessage("ended instances of an earlier platform")
                    .addKeyValue("instances", killed)
                    .log();
        }
        int tick = Math.max(
                MIN_TICK_MILLIS, Math.min(MAX_TICK_MILLIS, config.pool().pauseGraceMillis() / 10));
        Future<?> unusedTick = threads.timer().scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.MILLISECONDS);
        Future<?> unusedTrim =
                threads.timer().scheduleWithFixedDelay(this::trimLogs, TRIM_SECONDS, TRIM_SECONDS, TimeUnit.SECONDS);
        Future<?> unusedMeter =
                threads.timer().scheduleWithFixedDelay(this::meter, METER_SECONDS, METER_SECONDS, TimeUnit.SECONDS);
        if (config.pool().stemCells() > 0) {
            Future<?> unusedStems = threads.timer()
                    .scheduleWithFixedDelay(this::tendStemCells, 0, STEM_CELL_MILLIS, TimeUnit.MILLISECONDS);
        }
        factory.pruneLogs();
        server.start();
    }

    /* A turn that throws would be the last: instances would never be paused or removed again. */
    private void tick() {
        try {
            dispatcher.tick();
        } catch (RuntimeException e) {
            log.atError()
                    .setMessage("idle instances could not be seen to")
                    .setCause(e)
                    .log();
        }
    }

    private void tendStemCells() {
        try {
            dispatcher.tendStemCells(server.shapes());
        } catch (RuntimeException e) {
            log.atError().setMessage("stem cells cannot be seen to").setCause(e).log();
        }
    }

    /* Each look ends a window of which the average is shown; without it the first to ask would see one since the start. */
    private void meter() {
        try {
            dispatcher.measure();
            dispatcher.refreshMetrics();
        } catch (RuntimeException e) {
            log.atError()
                    .setMessage("what instances use of the machine cannot be measured")
                    .setCause(e)
                    .log();
        }
    }

    private void trimLogs() {
        try {
            for (Instance instance : dispatcher.processes()) {
                instance.trimLogs();
            }
            factory.pruneLogs();
        } catch (IOException | UncheckedIOException e) {
            log.atWarn()
                    .setMessage("logs of instances cannot be shortened")
                    .setCause(e)
                    .log();
        }
    }

    private static ObjectMapper mapper() {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxStringLength(MAX_STRING_BYTES)
                .build();
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(constraints).build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }
}
