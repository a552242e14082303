package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A local OpenWhisk-compatible platform, running in this JVM; its function instances are processes. */
public final class LocalPlatform implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LocalPlatform.class);
    private static final int MIN_TICK_MILLIS = 20;
    private static final int MAX_TICK_MILLIS = 1_000;
    private static final int TRIM_SECONDS = 10;
    private static final int MAX_STRING_BYTES = 64 << 20;

    private final PlatformConfig config;
    private final DataDirectory directory;
    private final PlatformThreads threads;
    private final SignalShell signals = new SignalShell();
    private final ObjectMapper mapper = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(MAX_STRING_BYTES)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private final InstantSource clock = InstantSource.system();
    private final Supplier<String> ids = hexIds(new SecureRandom());
    private final ProcessInstanceFactory factory;
    private final Dispatcher dispatcher;
    private final RestServer server;

    private LocalPlatform(PlatformConfig config, DataDirectory directory) throws IOException {
        this.config = config;
        this.directory = directory;
        threads = PlatformThreads.create(config.limits());
        InstanceLedger ledger = new InstanceLedger(directory.file("instances.json"), mapper);
        int killed = ledger.killLeftovers();
        if (killed > 0) {
            log.atWarn()
                    .setMessage("ended instances of an earlier platform")
                    .addKeyValue("instances", killed)
                    .log();
        }
        factory = new ProcessInstanceFactory(
                config.images(),
                directory.logs(),
                new PortAllocator(config.pool().portsFrom(), config.pool().portsTo(), new SecureRandom()),
                ledger,
                signals,
                clock);
        dispatcher = dispatcher();
        server = new RestServer(
                new InetSocketAddress(config.host(), config.port()), router(), mapper, ids, threads.requests());
    }

    /**
     * Starts a platform; it answers when this returns.
     *
     * @throws IOException if the port is taken, the data directory cannot be used, or another platform uses it
     */
    public static LocalPlatform start(PlatformConfig config) throws IOException {
        DataDirectory directory = DataDirectory.open(config.dataDir());
        try {
            LocalPlatform platform = new LocalPlatform(config, directory);
            platform.begin();
            return platform;
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Where it listens, also where the configuration left the port open with 0. */
    public URI uri() {
        return URI.create("http://" + config.host() + ":" + server.port());
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
        signals.close();
        directory.close();
    }

    private void begin() throws IOException {
        int tick = Math.max(
                MIN_TICK_MILLIS, Math.min(MAX_TICK_MILLIS, config.pool().pauseGraceMillis() / 10));
        Future<?> unusedTick =
                threads.timer().scheduleWithFixedDelay(dispatcher::tick, tick, tick, TimeUnit.MILLISECONDS);
        Future<?> unusedTrim =
                threads.timer().scheduleWithFixedDelay(this::trimLogs, TRIM_SECONDS, TRIM_SECONDS, TimeUnit.SECONDS);
        factory.pruneLogs();
        server.start();
    }

    private Dispatcher dispatcher() {
        int maxBytes = config.limits().maxPayloadBytes();
        ContainerClient client = new ContainerClient(threads.timer(), maxBytes);
        ContainerMessages messages = new ContainerMessages(mapper);
        ReplyInterpreter interpreter = new ReplyInterpreter(mapper, maxBytes);
        InstanceStarter starter = new InstanceStarter(
                factory, client, messages, interpreter, config.pool().connectPollMillis(), clock);
        CallRunner runner = new CallRunner(client, messages, interpreter, clock);
        return new Dispatcher(config.pool(), starter, runner, threads.calls(), clock);
    }

    private RestRouter router() throws IOException {
        LimitSettings limits = config.limits();
        ActionJson json = new ActionJson(limits);
        ActionRegistry registry =
                new ActionRegistry(directory.file("actions.json"), config.namespace(), json, mapper, clock);
        registry.load();
        ActivationStore store = new ActivationStore(config.pool().maxActivations());
        Throttle throttle = new Throttle(limits.invocationsPerMinute(), limits.concurrentInvocations(), clock);
        Invocations invocations = new Invocations(dispatcher, store, throttle, ids, clock);
        InvokeResource invoke = new InvokeResource(
                registry, invocations, limits.maxBlockingWaitMillis(), threads.timer(), threads.calls());
        return new RestRouter(
                new Authenticator(config.auth()),
                new InfoResource(config),
                new NamespacesResource(
                        config, new ActionsResource(registry, json, invoke), new ActivationsResource(store)),
                new AdminResource(dispatcher::view, config.pool().userMemoryMb()),
                limits);
    }

    private void trimLogs() {
        try {
            for (Instance instance : dispatcher.processes()) {
                instance.trimLogs();
            }
            factory.pruneLogs();
        } catch (IOException e) {
            log.atWarn()
                    .setMessage("logs of instances cannot be shortened")
                    .setCause(e)
                    .log();
        }
    }

    private static Supplier<String> hexIds(SecureRandom random) {
        return () -> {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        };
    }
}
