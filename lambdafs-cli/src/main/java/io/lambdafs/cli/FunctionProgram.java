package io.lambdafs.cli;

import io.lambdafs.cli.process.ClassArchive;
import io.lambdafs.openwhisk.platform.process.Image;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The program of a function instance: its command line and its environment. */
final class FunctionProgram {
    /** The name under which instances are members. */
    static final String CLUSTER = "lambdafs";

    /** What the user of a stack sets for its functions; {@code lambdafs start} leaves it alone. */
    private static final String SETTINGS = "function.properties";

    /** The class that an instance runs. */
    static final String MAIN = "io.lambdafs.runtime.FunctionMain";

    /** The name of the audit log among the logs. */
    static final String AUDIT_LOG = "hdfs-audit";

    private static final String AFTER_DEATH = "io.lambdafs.runtime.DeadMembersMain";
    private static final int HEAP_MB = 96;

    /** A user's code comes in one message, which takes memory some times over. */
    private static final int HEAP_WITH_VOLUME_MB = 192;

    /** With this begin OpenTelemetry's variables, which instances share with the command that starts the stack. */
    private static final String TRACING = "OTEL_";

    private final Distribution distribution;
    private final StackConfig config;
    private final StoreAccess store;
    private final String platformKey;
    private final DataDirectory data;

    FunctionProgram(
            Distribution distribution, StackConfig config, StoreAccess store, String platformKey, DataDirectory data) {
        this.distribution = distribution;
        this.config = config;
        this.store = store;
        this.platformKey = platformKey;
        this.data = data;
    }

    /** The archive of loaded classes that belongs to what was built, and to the mode; it need not exist. */
    ClassArchive classArchive() {
        return distribution.classArchive(config.security().secure() ? "securefunction" : "function", classPath());
    }

    private String classPath() {
        return distribution.classPath("function") + store.moreClassPath();
    }

    /** What the platform runs as an instance, and after the death of one. */
    Image image() {
        return new Image(command(), environment(), command(AFTER_DEATH));
    }

    /** What the platform runs as an instance of a user's function that has a volume. */
    Image imageWithVolume() {
        String classPath = distribution.classPath("action");
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(distribution.classArchive("action", classPath).use());
        command.addAll(distribution.smallJvm(HEAP_WITH_VOLUME_MB));
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dfile.encoding=UTF-8",
                "-cp",
                classPath,
                "io.lambdafs.faas.action.ActionMain"));
        return new Image(command, store.environment());
    }

    /** The command line of an ordinary instance. */
    List<String> command() {
        return command(classArchive().use());
    }

    /** The command line of an instance that lists its classes, and writes the archive when it ends. */
    List<String> recordingCommand(Path archive, Path classList) {
        List<String> options = new ArrayList<>(ClassArchive.recordInto(archive));
        options.add(ClassArchive.listInto(classList));
        return command(options);
    }

    /** The command line of another program that has an instance's class path and environment. */
    List<String> command(String mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(classArchive().use());
        command.addAll(jvmOptions(distribution, hasFullCompiler()));
        command.addAll(List.of("-cp", classPath(), mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    private List<String> command(List<String> archiveOptions) {
        List<String> command = new ArrayList<>();
        command.add(distribution.java());
        command.addAll(archiveOptions);
        command.addAll(jvmOptions(distribution, hasFullCompiler()));
        command.addAll(List.of("-cp", classPath(), distribution.mainClass("function", MAIN)));
        return command;
    }

    /** What encrypts and signs takes more than twice as long without it. */
    private boolean hasFullCompiler() {
        return config.fullCompiler() || config.security().secure();
    }

    /**
     * The options of an instance's JVM, wherever it runs.
     *
     * @param fullCompiler whether it has the second compiler, whose code takes room of its own
     */
    static List<String> jvmOptions(Distribution distribution, boolean fullCompiler) {
        List<String> options =
                new ArrayList<>(fullCompiler ? distribution.busyJvm(HEAP_MB) : distribution.smallJvm(HEAP_MB));
        options.addAll(List.of(
                // The heap begins small and stays near what is alive; otherwise all of it would be touched before
                // anything is collected, and count as resident from then on.
                "-Xms24m",
                "-XX:MaxNewSize=12m",
                "-XX:MinHeapFreeRatio=20",
                "-XX:MaxHeapFreeRatio=40",
                // What ran out of memory is in no state that anybody knows. The platform replaces an instance that
                // ends, and
                // would go on calling one that limps.
                "-XX:+ExitOnOutOfMemoryError",
                "-Xss512k",
                "-XX:-UsePerfData",
                fullCompiler ? "-XX:ReservedCodeCacheSize=48m" : "-XX:ReservedCodeCacheSize=32m",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                // A platform freezes idle instances. One that wakes finds its ZooKeeper session expired, which does no
                // harm: it has
                // left the cluster before. ZooKeeper's client and Curator take five to ten warnings with stack traces
                // to say so.
                // What matters to a NameNode, that it could not join, it says itself.
                "-Dorg.slf4j.simpleLogger.log.org.apache.zookeeper=error",
                "-Dorg.slf4j.simpleLogger.log.org.apache.curator=error",
                "-Dfile.encoding=UTF-8"));
        return options;
    }

    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(store.environment());
        environment.put("LAMBDAFS_COORDINATOR", config.coordinator());
        if (config.hasZooKeeper()) {
            environment.put("LAMBDAFS_ZOOKEEPER", config.zooKeeper());
            if (config.security().secure()) {
                environment.put("LAMBDAFS_ZOOKEEPER_SECRET", ManagedStack.asked(config.zooKeeperRecord(data)::secret));
            }
        }
        environment.put("LAMBDAFS_CLUSTER", CLUSTER);
        environment.put("LAMBDAFS_MODE", config.mode());
        environment.put("LAMBDAFS_DEPLOYMENTS", Integer.toString(config.deployments()));
        if (config.offload()) {
            environment.put("LAMBDAFS_PLATFORM_URL", config.platformUrl());
            environment.put("LAMBDAFS_PLATFORM_AUTH", platformKey);
            if (config.security().secure()) {
                environment.put(
                        "LAMBDAFS_PLATFORM_TRUSTSTORE",
                        data.certificates().authorities().toString());
            }
        }
        environment.put(
                "LAMBDAFS_REPORT_DIRECTORY", InstanceReports.directory(data).toString());
        if (config.auditLog()) {
            environment.put("LAMBDAFS_AUDIT_LOG", data.log(AUDIT_LOG).toString());
        }
        System.getenv().forEach((name, value) -> {
            if (name.startsWith(TRACING)) {
                environment.put(name, value);
            }
        });
        environment.put("LAMBDAFS_SUPERUSER", System.getProperty("user.name"));
        environment.putAll(config.security().functionEnvironment());
        environment.put("LAMBDAFS_MIN_BLOCK_SIZE_BYTES", Integer.toString(config.minBlockSize()));
        environment.put("LAMBDAFS_REPLICATION", Integer.toString(config.replication()));
        Path more = data.hadoopConfiguration().resolve(SETTINGS);
        if (Files.isRegularFile(more)) {
            environment.put("LAMBDAFS_SETTINGS_FILE", more.toString());
        }
        return environment;
    }
}
