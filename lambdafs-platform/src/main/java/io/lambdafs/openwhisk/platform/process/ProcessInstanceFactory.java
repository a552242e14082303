package io.lambdafs.openwhisk.platform.process;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.container.ParentWatch;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.openwhisk.action.Rehearsal;
import io.lambdafs.openwhisk.platform.limits.ProcessLimits;
import io.lambdafs.openwhisk.platform.limits.ResourceLimits;
import io.lambdafs.openwhisk.platform.pool.Instance;
import io.lambdafs.openwhisk.platform.pool.InstanceFactory;
import io.lambdafs.openwhisk.platform.pool.InstanceShape;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.openwhisk.platform.pool.UnknownImageException;
import io.lambdafs.openwhisk.platform.storage.PlatformDataDirectory;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts function instances as processes. Their standard input is a pipe that nobody writes to: its end tells them that
 * the platform is gone.
 */
public final class ProcessInstanceFactory implements InstanceFactory, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProcessInstanceFactory.class);

    /** What an instance inherits of the platform's environment; the rest comes from its image. */
    private static final List<String> INHERITED =
            List.of("PATH", "HOME", "JAVA_HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER");

    private static final int MAX_LOG_FILES = 200;

    private final Map<String, Image> images;
    private final Path logDir;
    private final PortAllocator ports;
    private final InstanceLedger ledger;
    private final SignalShell signals = new SignalShell();
    private final ResourceLimits limits;
    private final InstantSource clock;
    private final Obituaries obituaries;
    private final AtomicLong created = new AtomicLong();

    private ProcessInstanceFactory(
            Map<String, Image> images,
            Path logDir,
            PortAllocator ports,
            InstanceLedger ledger,
            ResourceLimits limits,
            InstantSource clock,
            Obituaries obituaries) {
        this.images = images;
        this.logDir = logDir;
        this.ports = ports;
        this.ledger = ledger;
        this.limits = limits;
        this.clock = clock;
        this.obituaries = obituaries;
    }

    /** A factory whose instances log and are recorded in the directory, listen on ports of the settings, and have limits. */
    public static ProcessInstanceFactory open(
            Map<String, Image> images,
            PoolSettings settings,
            PlatformDataDirectory directory,
            ResourceLimits limits,
            ObjectMapper mapper,
            InstantSource clock) {
        return new ProcessInstanceFactory(
                images,
                directory.logs(),
                new PortAllocator(settings.portsFrom(), settings.portsTo(), new SecureRandom()),
                new InstanceLedger(directory.file("instances.json"), mapper),
                limits,
                clock,
                new Obituaries(directory.logs().resolve("after-death.log")));
    }

    /** Ends the instances that a killed platform left behind; says how many. */
    public int killLeftovers() throws IOException {
        return ledger.killLeftovers();
    }

    @Override
    public void close() {
        obituaries.close();
        ledger.close();
        signals.close();
    }

    @Override
    public Instance create(String instanceName, InstanceShape shape, boolean rehearses) throws IOException {
        Image image = images.get(shape.image());
        if (image == null) {
            throw new UnknownImageException(shape.image());
        }
        int port = ports.allocate();
        String logName =
                instanceName.replaceAll("[^\\w.-]", "_") + "-" + clock.millis() + "-" + created.incrementAndGet();
        Path out = logDir.resolve(logName + ".out");
        Path err = logDir.resolve(logName + ".err");
        List<String> command = image.commandFor(port);
        requireProgram(command.get(0));
        ProcessLimits limited = limited(logName, shape.memoryMb());
        ProcessBuilder builder = new ProcessBuilder(limited.command(command))
                .redirectOutput(Redirect.appendTo(out.toFile()))
                .redirectError(Redirect.appendTo(err.toFile()));
        String name = UUID.randomUUID().toString();
        fill(builder.environment(), image, port, shape.collectsLogs());
        builder.environment().put(InstanceSecret.NAME_VARIABLE, name);
        if (rehearses) {
            builder.environment().put(Rehearsal.VARIABLE, "true");
        }
        Process process = start(builder, limited);
        InstanceResources resources =
                new InstanceResources(limited, new ProcessCpuMeter(process.toHandle(), clock), shape.memoryMb());
        ProcessInstance instance = new ProcessInstance(
                name,
                process,
                new InetSocketAddress(PortAllocator.loopback(), port),
                new InstanceLogs(out, err, clock),
                signals,
                resources);
        Future<?> unused = process.onExit().thenRun(() -> {
            resources.release();
            instance.endedByLimit().ifPresent(reason -> say(instanceName, process.pid(), reason));
            forget(process.pid());
            if (!instance.hasLeft()) {
                obituaries.died(image, name);
            }
        });
        ledger.add(process.toHandle());
        return instance;
    }

    /** The limits of a new process. If the system suddenly refuses them, it runs without, which is better than not at all. */
    private ProcessLimits limited(String name, int memoryMb) {
        try {
            return limits.prepare(name, memoryMb);
        } catch (IOException e) {
            log.atWarn()
                    .setMessage("an instance runs without limits of CPU and memory")
                    .addKeyValue("instance", name)
                    .setCause(e)
                    .log();
            return ProcessLimits.none();
        }
    }

    /** A shell that joins a group starts in any case, and would only then find that there is no such program. */
    private static void requireProgram(String program) throws IOException {
        if (program.contains("/") && !Files.isExecutable(Path.of(program))) {
            throw new IOException(program + " is not a program that can be run");
        }
    }

    private static Process start(ProcessBuilder builder, ProcessLimits limited) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            limited.close();
            throw e;
        }
    }

    private static void say(String name, long pid, String reason) {
        log.atWarn()
                .setMessage("the system ended an instance that " + reason)
                .addKeyValue("action", name)
                .addKeyValue("pid", pid)
                .log();
    }

    /** Deletes the logs of all but the latest instances. */
    public void pruneLogs() throws IOException {
        try (Stream<Path> files = Files.list(logDir)) {
            List<Path> oldestFirst = files.sorted(
                            Comparator.comparing(file -> file.toFile().lastModified()))
                    .toList();
            for (Path file : oldestFirst.subList(0, Math.max(0, oldestFirst.size() - MAX_LOG_FILES))) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void fill(Map<String, String> environment, Image image, int port, boolean collectsLogs) {
        inherit(environment);
        environment.put(ActionServerConfig.HOST_VARIABLE, "127.0.0.1");
        environment.put(ActionServerConfig.PORT_VARIABLE, String.valueOf(port));
        environment.put(ParentWatch.VARIABLE, "true");
        environment.put(ActionServerConfig.SENTINELS_VARIABLE, String.valueOf(collectsLogs));
        image.environment().forEach((key, value) -> environment.put(key, Image.fill(value, port)));
    }

    /** Leaves in a process's environment what it inherits. */
    static void inherit(Map<String, String> environment) {
        environment.keySet().retainAll(INHERITED);
    }

    private void forget(long pid) {
        try {
            ledger.remove(pid);
        } catch (IOException e) {
            // The entry stays; the next platform finds that there is no such process.
        }
    }
}
