package io.lambdafs.cli;

import com.sun.management.OperatingSystemMXBean;
import io.lambdafs.cli.certificate.HostNames;
import io.lambdafs.cli.certificate.Role;
import io.lambdafs.cli.certificate.SecurityDirectory;
import io.lambdafs.cli.network.GatewayAddress;
import io.lambdafs.cli.process.CommandTraining;
import io.lambdafs.cli.process.Component;
import io.lambdafs.cli.process.ToolRun;
import io.lambdafs.cli.secret.ClientPropertiesFile;
import io.lambdafs.cli.secret.PlatformConfigFile;
import io.lambdafs.cli.secret.StackKeys;
import io.lambdafs.cli.security.SecurityCommand;
import io.lambdafs.cli.security.SecurityRecord;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.cli.store.EngineFiles;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.cli.store.StackStore;
import io.lambdafs.openwhisk.platform.HttpsFiles;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToIntFunction;

/** All processes of one λFS on this machine. */
final class ManagedStack {
    private static final int SPARE_INSTANCES = 4;
    private static final String STORE_TOOL = "io.lambdafs.runtime.StoreToolMain";
    private static final int RESTORE_HEAP_MB = 256;
    private static final int ANY_PORT = 0;

    private final StackConfig config;
    private final DataDirectory data;
    private final Distribution distribution;
    private final DaemonArchives archives;
    private final EngineFiles engine;
    private final Optional<Component> ownStore;
    private final Optional<Component> zooKeeper;
    private final Component platform;
    private final DataNodeDaemons dataNodes;
    private final GatewayDaemons gateways;
    private final StackKeys keys;

    ManagedStack(StackConfig config, DataDirectory data, Distribution distribution) {
        this.config = config;
        this.data = data;
        this.distribution = distribution;
        archives = new DaemonArchives(distribution, data);
        engine = new EngineFiles(
                data.root(), config.ports().address(), config.ports().store());
        ownStore = config.ownStore().map(this::component);
        zooKeeper = config.hasZooKeeper() ? Optional.of(new Daemon(zooKeeperSpec(), data)) : Optional.empty();
        platform = new Daemon(platformSpec(), data);
        dataNodes = new DataNodeDaemons(config, data, distribution, archives, engine);
        gateways = new GatewayDaemons(config, data, distribution);
        keys = new StackKeys(data.hadoopConfiguration(), config.security().secure());
    }

    /** The stack of a data directory, as it was last started. */
    static ManagedStack load(DataDirectory data) {
        data.requireExists();
        StackConfig config = StackConfig.isSaved(data) ? StackConfig.load(data) : StackConfig.defaults();
        return new ManagedStack(config, data, Distribution.current());
    }

    /** How to open the store of the stack in a data directory, which must run. */
    static StoreConfig storeConfigIn(Optional<Path> dataDirectory) {
        ManagedStack stack = load(DataDirectoryOption.of(dataDirectory));
        stack.requireStore();
        return stack.storeConfig();
    }

    /** The store of the stack in a data directory, for commands about it. */
    static StackStore storeIn(Optional<Path> dataDirectory) {
        ManagedStack stack = load(DataDirectoryOption.of(dataDirectory));
        return new StackStore() {
            @Override
            public ProcessBuilder asking(String... arguments) {
                return stack.askingStore(arguments);
            }

            @Override
            public int restore(Path backup, ToIntFunction<ProcessBuilder> running) {
                int[] status = {1};
                stack.data.exclusively(() -> status[0] = running.applyAsInt(stack.restoringStore(backup)));
                return status[0];
            }
        };
    }

    /** The stack in a data directory, for commands about its service key; its store must run. */
    static SecurityCommand.KeyedStack keyedIn(Optional<Path> dataDirectory) {
        ManagedStack stack = load(DataDirectoryOption.of(dataDirectory));
        stack.requireStore();
        FunctionProgram function = new FunctionProgram(
                stack.distribution, stack.config, stack.store(), asked(stack.keys::callers), stack.data);
        return new SecurityCommand.KeyedStack(
                StackSecurity.serviceKey(stack.data.root()),
                arguments -> ToolRun.of(function.command(STORE_TOOL, arguments), function.environment()));
    }

    private void requireStore() {
        ownStore.filter(store -> !store.isRunning()).ifPresent(store -> {
            throw new CliException("the store does not run: start the stack with 'lambdafs start'");
        });
    }

    private ProcessBuilder askingStore(String... arguments) {
        requireStore();
        FunctionProgram function = new FunctionProgram(distribution, config, store(), asked(keys::callers), data);
        ProcessBuilder builder = new ProcessBuilder(function.command(STORE_TOOL, arguments));
        // The variables of this program are not settings of an instance.
        builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_"));
        builder.environment().putAll(function.environment());
        return builder;
    }

    private StoreAccess store() {
        return config.ownStore().map(this::access).orElseGet(this::externalStore);
    }

    private StoreAccess externalStore() {
        StoreAccess access = StoreAccess.external(config, distribution);
        return config.security().secure()
                ? access.inSecureMode(data.certificates().authorities())
                : access;
    }

    /** How to open the store from this process. */
    StoreConfig storeConfig() {
        StoreAccess access = store();
        return new StoreConfig(access.url(), access.user(), access.password(), 1, StoreConfig.Bounds.defaults());
    }

    private ProcessBuilder restoringStore(Path backup) {
        if (!config.ownStore().equals(Optional.of(OwnStore.ROCKS))) {
            throw new CliException("the stack in " + data.root()
                    + " does not keep its metadata in an embedded store: use the" + " tools of its store");
        }
        if (components().stream().anyMatch(Component::isRunning)) {
            throw new CliException("the stack in " + data.root() + " runs: stop it with 'lambdafs stop'");
        }
        List<String> command = new ArrayList<>(List.of(distribution.java()));
        command.addAll(distribution.smallJvm(RESTORE_HEAP_MB));
        command.addAll(List.of(
                "-cp",
                distribution.classPath(OwnStore.ROCKS.directory()),
                "io.lambdafs.store.rocks.server.RestoreMain",
                backup.toString(),
                engine.directory().toString()));
        return new ProcessBuilder(command);
    }

    StackConfig config() {
        return config;
    }

    DataDirectory data() {
        return data;
    }

    Distribution distribution() {
        return distribution;
    }

    /** The platform's interface. */
    PlatformClient platformClient() {
        return new PlatformClient(
                config.platformUrl(), platformKey(), data.certificates().authorities());
    }

    /** The key of the platform. */
    String platformKey() {
        return asked(keys::operator);
    }

    HadoopFiles hadoopFiles() {
        return new HadoopFiles(
                config,
                new HadoopFiles.Keys(asked(keys::callers), asked(keys::operator)),
                data.certificates(),
                gateways.addresses());
    }

    /** Where the gateways serve. */
    List<GatewayAddress> gatewayAddresses() {
        return gateways.addresses();
    }

    /** Something about the stack's secrets that may fail with a sentence for the user. */
    interface Question<T> {
        T ask() throws IOException;
    }

    static <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (IOException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The components in the order in which they are started; DataNodes that exist from an earlier start included. */
    List<Component> components() {
        List<Component> components = new ArrayList<>();
        ownStore.ifPresent(components::add);
        zooKeeper.ifPresent(components::add);
        components.add(platform);
        components.addAll(dataNodes.of(Optional.empty()));
        components.addAll(gateways.components());
        return components;
    }

    boolean isRunning() {
        return components().stream().allMatch(Component::isRunning);
    }

    /** What a start does about the number of deployments that the store records. */
    enum Numbering {
        /** The settings are those of the last start, which recorded it unless it failed. */
        AS_BEFORE,
        /** The store must record it, or nothing yet. */
        REQUIRED,
        /** Somebody asks for this number: it is changed if the store records another one. */
        CHANGED
    }

    /** Starts what does not run and leaves alone what does. */
    void start(Numbering numbering, Console console) {
        components().stream().filter(component -> !component.isRunning()).forEach(Component::requireStartable);
        // What is missing for another store is said before anything is started.
        Optional<StoreAccess> external = ownStore.isPresent() ? Optional.empty() : Optional.of(externalStore());
        config.save(data);
        prepareSecrets();
        List<Component> base = new ArrayList<>();
        ownStore.ifPresent(base::add);
        zooKeeper.ifPresent(base::add);
        startAll(base, console);
        StoreAccess store = external.orElseGet(() -> access(config.ownStore().orElseThrow()));
        FunctionProgram function = new FunctionProgram(distribution, config, store, asked(keys::callers), data);
        List<Component> rest = new ArrayList<>();
        number(function, numbering, console);
        recordSecurity(function);
        if (writePlatformConfig(function) && platform.isRunning()) {
            console.step("stopping the platform, whose configuration has changed", platform::stop);
        }
        rest.add(platform);
        rest.addAll(dataNodes.of(Optional.of(store)));
        hadoopFiles().write(data.hadoopConfiguration());
        rest.addAll(gateways.components());
        startAll(rest, console, () -> FunctionTraining.unlessDone(function, config.security(), data, console));
        console.step(
                "registering " + config.deployments() + " NameNode functions",
                () -> new NameNodeActions(platformClient())
                        .register(
                                config.deployments(),
                                config.instanceConcurrency(),
                                config.cpu().instanceMillis()));
        if (config.cpu().instanceMillis() != 0) {
            sayIfUnlimited(console);
        }
        writeClientFiles(console);
    }

    /** Says it if limits of CPU were asked for and this machine does not allow them. */
    private void sayIfUnlimited(Console console) {
        platformClient()
                .get("/admin/instances")
                .filter(pool -> !pool.path("limitsEnforced").asBoolean())
                .ifPresent(pool -> console.line(pool.path("noLimitsBecause").asText()));
    }

    private void recordSecurity(FunctionProgram function) {
        SecurityRecord.StoreTool tool =
                arguments -> ToolRun.of(function.command(STORE_TOOL, arguments), function.environment());
        boolean unused = asked(() -> {
            if (config.hasZooKeeper()) {
                config.zooKeeperRecord(data).require(config.security().secure());
            }
            new SecurityRecord(data.root(), tool).require(config.security(), config.store() + " " + config.storeUser());
            return true;
        });
    }

    /* Only NameNodes that cache divide the namespace. Before it changes, the instances must go, and those end with the platform. */
    private void number(FunctionProgram function, Numbering numbering, Console console) {
        if (config.mode().equals(StackConfig.STATELESS)) {
            return;
        }
        // The settings are saved before the number is recorded, so that a start that failed left more than it recorded.
        if (numbering == Numbering.AS_BEFORE && DeploymentsRecord.isNoted(data, config)) {
            return;
        }
        record(new DeploymentsRecord(function), numbering, console);
        DeploymentsRecord.note(data, config);
    }

    private void record(DeploymentsRecord record, Numbering numbering, Console console) {
        if (numbering != Numbering.CHANGED) {
            record.require();
            return;
        }
        if (record.isRecorded()) {
            return;
        }
        if (platform.isRunning()) {
            console.step("stopping the platform, so that no instance runs", platform::stop);
        }
        console.step("dividing the namespace among " + config.deployments() + " functions", record::change);
    }

    /** Ends everything. */
    void stop(Console console) {
        List<Component> components = new ArrayList<>(components());
        Collections.reverse(components);
        List<Component> running =
                components.stream().filter(Component::isRunning).toList();
        // DataNodes take the longest to end and do not need one another.
        List<Component> storing =
                running.stream().filter(DataNodeDaemons::isDataNode).toList();
        if (!storing.isEmpty()) {
            console.step(
                    "stopping " + storing.size() + " DataNodes",
                    () -> storing.parallelStream().forEach(Component::stop));
        }
        running.stream()
                .filter(component -> !DataNodeDaemons.isDataNode(component))
                .forEach(component -> console.step("stopping " + component.name(), component::stop));
        if (running.isEmpty()) {
            console.line("nothing is running");
        }
    }

    private static void startAll(List<Component> components, Console console) {
        startAll(components, console, () -> {});
    }

    /** Starts together what takes its time, does something else meanwhile, and then waits for each. */
    private static void startAll(List<Component> components, Console console, Runnable meanwhile) {
        List<Component> dead =
                components.stream().filter(component -> !component.isRunning()).toList();
        dead.forEach(Component::start);
        meanwhile.run();
        for (Component component : dead) {
            console.step("starting " + component.name(), component::awaitReady);
        }
    }

    private Component component(OwnStore kind) {
        return switch (kind) {
            case ROCKS -> new Daemon(engineSpec(), data);
            case EMBEDDED_POSTGRES ->
                new PostgresComponent(postgres(), config.ports().store(), ForkJoinPool.commonPool());
        };
    }

    private EmbeddedPostgres postgres() {
        return EmbeddedPostgres.at(data.of(OwnStore.EMBEDDED_POSTGRES.directory()));
    }

    /** How to reach an own store, which has been started. */
    private StoreAccess access(OwnStore kind) {
        return switch (kind) {
            case ROCKS ->
                new StoreAccess(
                        config.security().secure() ? engine.secureUrl(data.certificates()) : engine.url(),
                        "",
                        engineSecret(),
                        Optional.empty());
            case EMBEDDED_POSTGRES -> StoreAccess.of(postgres().storeConfig(1));
        };
    }

    private String engineSecret() {
        try {
            return engine.secret().adopt();
        } catch (IOException e) {
            throw new CliException(
                    "cannot use the store's secret in " + engine.secretFile() + ": " + e.getMessage(), e);
        }
    }

    private void writeClientFiles(Console console) {
        HadoopFiles files = hadoopFiles();
        files.write(data.hadoopConfiguration());
        files.writeClientProperties(ClientPropertiesFile.of(System.getenv(), System.getProperty("user.home")));
        HadoopShell shell = new HadoopShell(distribution, data);
        if (shell.writeArguments()) {
            console.step("recording which classes the Hadoop shell loads (once)", shell::train);
        }
        CommandTraining command =
                new CommandTraining(distribution.classArchiveNamed(CommandTraining.NAME), distribution.cliJar());
        if (command.isWanted()) {
            List<String> status =
                    distribution.ownCommand("status", "--data-dir", data.root().toString());
            console.step(
                    "recording which classes this command loads (once)",
                    () -> command.run(status, data.log("training-command")));
        }
    }

    private PlatformConfigFile platformConfigFile() {
        return new PlatformConfigFile(data.hadoopConfiguration());
    }

    /** Says whether the file has changed. */
    private boolean writePlatformConfig(FunctionProgram function) {
        PoolSettings pool = PoolSettings.defaults();
        int share = config.cpu().shareMillis(pool.standardCpuMillis());
        int cpu = config.cpu()
                .poolMillis(Runtime.getRuntime().availableProcessors(), config.deployments(), pool.standardCpuMillis());
        int fewest =
                Math.max(pool.userMemoryMb(), (config.deployments() + SPARE_INSTANCES) * NameNodeActions.MEMORY_MB);
        long memory = Math.max(fewest, Math.min(machineMemoryMb() / 2, (long) cpu / share * NameNodeActions.MEMORY_MB));
        PlatformConfig platformConfig = PlatformConfig.defaults(data.of("platform"))
                .withHost(config.ports().address().text())
                .withPort(config.ports().platform())
                .withAuth(asked(keys::operator))
                .withCallersAuth(config.security().secure() ? asked(keys::callers) : "")
                .withPool(pool.withMemory((int) memory, pool.maxBuffered())
                        .withCpu(cpu)
                        .withIdleTimes(pool.pauseGraceMillis(), config.pool().idleMillis())
                        .withScaleOut(config.pool().maxInstances(), pool.scaleOutPauseMillis())
                        .withStemCells(config.pool().stemCells()))
                .withHttps(https())
                .withImages(Map.of(
                        NameNodeActions.IMAGE, function.image(), Action.VOLUME_IMAGE, function.imageWithVolume()));
        return asked(() -> platformConfigFile().write(platformConfig));
    }

    private HttpsFiles https() {
        SecurityDirectory certificates = data.certificates();
        return config.security().secure()
                ? new HttpsFiles(
                        certificates.certificate(Role.PLATFORM).toString(),
                        certificates.key(Role.PLATFORM).toString())
                : HttpsFiles.NONE;
    }

    /** Makes the platform's keys if there are none; in secure mode also certificates, and renews those that are about to end. */
    private void prepareSecrets() {
        boolean unused = asked(() -> {
            keys.adopt();
            return !config.security().secure()
                    || data.certificates()
                            .prepare(HostNames.of(config.ports().address().text()))
                            .isEmpty();
        });
    }

    private static long machineMemoryMb() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
    }

    private Daemon.Spec engineSpec() {
        DaemonProgram program = DaemonProgram.busy(
                OwnStore.ROCKS.directory(), "io.lambdafs.store.rocks.server.StoreServerMain", 256, true);
        return new Daemon.Spec(
                OwnStore.ROCKS.directory(),
                () -> {
                    engineSecret();
                    if (dataNodes.haveASecretOfTheEngine()) {
                        asked(engine::dataNodeEnvironment);
                    }
                    return program.command(
                            distribution, archives, distribution.classPath(program.kind()), engineArguments());
                },
                Map.of(),
                "ready ",
                engine.hasSocket() ? Optional.empty() : needed(config.ports().store(), "--store-port"),
                () -> program.keepArchive(archives));
    }

    /**
     * The port of the last time, if it is free, so that Prometheus need not be configured with a new one at each start.
     */
    private String engineMetricsPorts() {
        return ownStore.flatMap(store -> EngineFiles.metrics(store.address()))
                .map(url -> url.getPort() + "," + ANY_PORT)
                .orElse(String.valueOf(ANY_PORT));
    }

    private List<String> engineArguments() {
        config.engineMemory().requireFits(machineMemoryMb());
        List<String> arguments = new ArrayList<>(List.of(
                "--data-dir",
                engine.directory().toString(),
                "--metrics",
                config.ports().address() + ":" + engineMetricsPorts()));
        arguments.addAll(engine.entranceArguments());
        arguments.addAll(config.engineMemory().arguments());
        if (config.security().secure()) {
            arguments.addAll(engine.secureArguments(data.certificates()));
        }
        return arguments;
    }

    private Daemon.Spec zooKeeperSpec() {
        DaemonProgram program = DaemonProgram.light("zookeeper", "io.lambdafs.coordinator.zk.ZooKeeperMain", 64, true);
        return new Daemon.Spec(
                "zookeeper",
                () -> program.command(
                        distribution,
                        archives,
                        distribution.classPath(program.kind()),
                        List.of(
                                "--data-dir", data.of("zookeeper").toString(),
                                "--host", config.ports().address().text(),
                                "--port", Integer.toString(config.ports().zooKeeper()))),
                Map.of(),
                "ZooKeeper is ready on ",
                needed(config.ports().zooKeeper(), "--zookeeper-port"),
                () -> program.keepArchive(archives));
    }

    private Optional<Daemon.NeededPort> needed(int port, String option) {
        return Optional.of(new Daemon.NeededPort(config.ports().address(), port, option));
    }

    private Daemon.Spec platformSpec() {
        DaemonProgram program =
                DaemonProgram.light("platform", "io.lambdafs.openwhisk.platform.PlatformMain", 256, true);
        return new Daemon.Spec(
                "platform",
                () -> program.command(
                        distribution,
                        archives,
                        distribution.classPath(program.kind()),
                        List.of("--config", platformConfigFile().path().toString())),
                Map.of(),
                "platform ready at ",
                needed(config.ports().platform(), "--platform-port"),
                () -> program.keepArchive(archives));
    }
}
