package io.lambdafs.cli.faas;

import static java.util.Objects.requireNonNull;

import io.lambdafs.faas.action.ActionSettings;
import io.lambdafs.faas.ipc.IpcServer;
import io.lambdafs.faas.ipc.IpcSettings;
import io.lambdafs.faas.ipc.Preload;
import io.lambdafs.faas.ipc.ProgramFile;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Program;
import io.lambdafs.faas.run.Retries;
import io.lambdafs.faas.transaction.NamedVolume;
import io.lambdafs.faas.transaction.TransactionException;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs programs and functions on a volume. */
@Command(
        mixinStandardHelpOptions = true,
        name = "faas",
        description = "Runs programs and functions as transactions on the files of a volume.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CommandLine.HelpCommand.class)
public final class FaasCommand {
    private final VolumeAccess access;
    private final Function<Optional<Path>, ActionPlatform> platforms;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Spec
    private @Nullable CommandSpec spec;

    public FaasCommand(VolumeAccess access, Function<Optional<Path>, ActionPlatform> platforms) {
        this.access = access;
        this.platforms = platforms;
    }

    /** What functions have in common, however they run. */
    private static final class ActionOptions {
        @Option(
                names = "--volume",
                paramLabel = "VOLUME",
                required = true,
                description = "The volume's number or path.")
        private String volume = "";

        @Option(
                names = "--mount",
                paramLabel = "PATH",
                defaultValue = ActionSettings.USUAL_MOUNT,
                description = "Where the function finds the files; ${DEFAULT-VALUE} otherwise.")
        private String mount = ActionSettings.USUAL_MOUNT;

        @Option(
                names = "--retries",
                paramLabel = "N",
                defaultValue = "20",
                description = "How often a call that has lost runs again at most; ${DEFAULT-VALUE} otherwise.")
        private int retries;

        @Option(
                names = "--kind",
                paramLabel = "KIND",
                defaultValue = "",
                description =
                        "What the file is: python, java, native (a program that is started for each call) or loop (a"
                                + " program that speaks OpenWhisk's action loop). Otherwise its name tells: .py and .zip are"
                                + " python, .jar is java, all others are native.")
        private String kind = "";

        @Option(
                names = "--main",
                paramLabel = "NAME",
                defaultValue = "main",
                description = "The function in the file; of a jar, CLASS or CLASS#METHOD. ${DEFAULT-VALUE} otherwise.")
        private String main = "main";

        @Parameters(paramLabel = "ACTIONFILE", description = "The function's code.")
        private @Nullable Path file;

        ActionFile read() throws IOException {
            return ActionFile.read(requireNonNull(file, "a parameter that is required"), kind);
        }

        ActionSettings settings(ActionFile read) throws IOException {
            requireMount(mount);
            requireRetries(retries);
            return new ActionSettings(volume, mount, read.kind(), retries);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "serve",
            description = {
                "Serves a function on the files of a volume, on this machine, until it is ended.",
                "It speaks OpenWhisk's action interface: POST /run with {\"value\": {...}}. Each call is a transaction. Every"
                        + " process that reaches the port of this machine can call it."
            })
    int serve(
            @Mixin ActionOptions options,
            @Option(
                            names = "--port",
                            paramLabel = "PORT",
                            defaultValue = "8080",
                            description =
                                    "Where it listens, on 127.0.0.1; 0 is any free port. ${DEFAULT-VALUE} otherwise.")
                    int port)
            throws IOException, InterruptedException {
        ActionFile file = options.read();
        return Actions.serve(
                access.store(Optional.ofNullable(dataDirectory)), options.settings(file), file, options.main, port);
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "deploy",
            description = {
                "Registers a function on the files of a volume with this stack's platform, or replaces it, and prints where calls"
                        + " of it are posted to.",
                "Each call is a transaction. More calls at a time get more instances."
            })
    int deploy(
            @Parameters(paramLabel = "NAME", index = "0", description = "What it is called on the platform.")
                    String name,
            @Mixin ActionOptions options)
            throws IOException, InterruptedException {
        ActionFile file = options.read();
        // What would fail at the first call fails here.
        access.run(Optional.ofNullable(dataDirectory), (store, volumes) -> {
            VolumeInfo unused = NamedVolume.find(store, options.volume);
            return 0;
        });
        ActionPlatform.Registered registered =
                platform().put(name, Actions.definition(options.settings(file), file, options.main));
        out().println(registered.call());
        System.err.println("call it: curl -u \"$(cat " + registered.key()
                + ")\" -H 'Content-Type: application/json' -d '{}' '" + registered.call() + "'");
        return 0;
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "run",
            description = {
                "Runs a program as a transaction on the files of a volume.",
                "If it ends with status 0, all that it wrote is committed; otherwise nothing is. If another transaction was"
                        + " faster, it runs again with the same input, and only what it prints the last time is printed."
            })
    int run(
            @Option(
                            names = "--volume",
                            paramLabel = "VOLUME",
                            required = true,
                            description = "The volume's number or path.")
                    String volume,
            @Option(
                            names = "--mount",
                            paramLabel = "PATH",
                            defaultValue = "/mnt/volume",
                            description =
                                    "Where the program finds the files; nothing needs to be there. ${DEFAULT-VALUE}"
                                            + " otherwise.")
                    String mount,
            @Option(
                            names = "--retries",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "How often it runs again at most; ${DEFAULT-VALUE} otherwise.")
                    int retries,
            @Option(
                            names = "--stdin",
                            description =
                                    "Has the program read the standard input, which is read to its end first, so that it"
                                            + " is there each time. Otherwise the program reads nothing.")
                    boolean stdin,
            @Parameters(
                            paramLabel = "COMMAND",
                            arity = "1..*",
                            description = "The program and its arguments, after --.")
                    List<String> command)
            throws IOException, InterruptedException {
        requireMount(mount);
        requireRetries(retries);
        requireInterceptable(command.get(0));
        try {
            return access.run(
                    Optional.ofNullable(dataDirectory),
                    (store, volumes) -> run(
                            NamedVolume.find(store, volume),
                            volumes,
                            mount,
                            Retries.defaults().withMost(retries),
                            new Input(command, stdin ? System.in : InputStream.nullInputStream())));
        } catch (TransactionException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            name = "undeploy",
            description = "Takes a function away from this stack's platform. Its volume stays.")
    int undeploy(@Parameters(paramLabel = "NAME", description = "What it is called on the platform.") String name) {
        platform().delete(name);
        return 0;
    }

    private ActionPlatform platform() {
        return platforms.apply(Optional.ofNullable(dataDirectory));
    }

    private PrintWriter out() {
        return requireNonNull(spec, "spec").commandLine().getOut();
    }

    private static void requireMount(String mount) throws IOException {
        if (!mount.startsWith("/") || mount.endsWith("/")) {
            throw new IOException("--mount is an absolute path without a slash at its end, not " + mount);
        }
    }

    private static void requireRetries(int retries) throws IOException {
        if (retries < 0) {
            throw new IOException("--retries is 0 or more, not " + retries);
        }
    }

    private static void requireInterceptable(String program) throws IOException {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        ProgramFile file = ProgramFile.find(program, path)
                .orElseThrow(
                        () -> new IOException("there is no program " + program + ": say where it is, or install it"));
        Optional<String> refusal = file.refusal();
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
    }

    private record Input(List<String> command, InputStream stdin) {}

    private static int run(VolumeInfo info, VolumeStore volumes, String mount, Retries retries, Input input)
            throws IOException, InterruptedException {
        VolumeFiles files = VolumeAccess.files(volumes, info, CacheUpdate.EAGER, mount);
        Preload preload = Preload.build();
        try (IpcServer server = IpcServer.start(files, mount, IpcSettings.defaults())) {
            Consumer<Map<String, String>> environment = own -> own.putAll(preload.environment(server, Map.copyOf(own)));
            try (Program program = new Program(
                    input.command(), environment, Path.of(System.getProperty("java.io.tmpdir")), input.stdin())) {
                int status = new FunctionRun(files, retries, RandomGenerator.getDefault()).run(program::run);
                program.printTo(System.out);
                return status;
            }
        }
    }
}
