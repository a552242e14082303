package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.certificate.CertificatesCommand;
import io.lambdafs.cli.deploy.DeployCommand;
import io.lambdafs.cli.deploy.DeployException;
import io.lambdafs.cli.deploy.LocalStack;
import io.lambdafs.cli.doctor.DoctorCommand;
import io.lambdafs.cli.doctor.ExaminedStack;
import io.lambdafs.cli.faas.ActionPlatform;
import io.lambdafs.cli.faas.FaasCommand;
import io.lambdafs.cli.faas.MountCommand;
import io.lambdafs.cli.faas.VolumeAccess;
import io.lambdafs.cli.faas.VolumeCommand;
import io.lambdafs.cli.migrate.MigrateCommand;
import io.lambdafs.cli.security.SecurityCommand;
import io.lambdafs.cli.store.BackupCommand;
import io.lambdafs.cli.store.ChangesCommand;
import io.lambdafs.cli.store.RestoreCommand;
import io.lambdafs.cli.top.MetricsSource;
import io.lambdafs.cli.top.TopCommand;
import io.lambdafs.migration.MigrationException;
import io.lambdafs.store.StoreConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code bin/lambdafs}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "lambdafs",
        description = "λFS on one machine: an HDFS whose NameNodes are functions.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            QuickstartCommand.class,
            StartCommand.class,
            StopCommand.class,
            StatusCommand.class,
            ConfCommand.class,
            ImageCommand.class,
            LogsCommand.class,
            PrewarmCommand.class,
            MigrateCommand.class,
            ResetCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {
            "",
            "Run by bin/lambdafs itself:",
            "  dfs         Hadoop's file system shell: lambdafs dfs -ls /",
            "  dfsadmin    Hadoop's administration shell: lambdafs dfsadmin -report",
            "  hdfs        Any other command of Hadoop's hdfs: lambdafs hdfs getconf -namenodes",
            "  subtree     Policies of directories and decoupled subtrees: lambdafs subtree list",
            "  check       Record histories of clients under faults and check them: lambdafs check --minutes 30",
            "  build       Build the program from its sources"
        })
public final class Main {
    private static final int FAILED = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.addSubcommand(new DeployCommand(Main::localStack));
        commandLine.addSubcommand(new ChangesCommand(ManagedStack::storeIn));
        commandLine.addSubcommand(new BackupCommand(ManagedStack::storeIn));
        commandLine.addSubcommand(new RestoreCommand(ManagedStack::storeIn));
        commandLine.addSubcommand(new TopCommand(Main::metrics));
        commandLine.addSubcommand(new DoctorCommand(Main::examined));
        commandLine.addSubcommand(new CertificatesCommand(Main::certified));
        commandLine.addSubcommand(new SecurityCommand(ManagedStack::keyedIn));
        commandLine.addSubcommand(new VolumeCommand(new VolumeAccess(ManagedStack::storeConfigIn)));
        commandLine.addSubcommand(new FaasCommand(new VolumeAccess(ManagedStack::storeConfigIn), Main::actionPlatform));
        commandLine.addSubcommand(new MountCommand(new VolumeAccess(ManagedStack::storeConfigIn)));
        commandLine.setExecutionExceptionHandler((exception, command, parsed) -> {
            if (exception instanceof CliException
                    || exception instanceof DeployException
                    || exception instanceof MigrationException
                    || exception instanceof IOException) {
                command.getErr().println("lambdafs: " + exception.getMessage());
                return FAILED;
            }
            throw exception;
        });
        if (args.length == 0) {
            commandLine.usage(System.err);
            return commandLine.getCommandSpec().exitCodeOnInvalidInput();
        }
        return commandLine.execute(args);
    }

    private static MetricsSource metrics(Optional<Path> dataDirectory) {
        return ManagedStack.load(DataDirectoryOption.of(dataDirectory)).platformClient()::metrics;
    }

    private static ActionPlatform actionPlatform(Optional<Path> dataDirectory) {
        return new PlatformActions(ManagedStack.load(DataDirectoryOption.of(dataDirectory)));
    }

    /** The functions of users on a stack's platform. */
    private record PlatformActions(ManagedStack stack) implements ActionPlatform {
        private static final String ACTIONS = "/api/v1/namespaces/_/actions/";

        @Override
        public Registered put(String name, ObjectNode action) {
            JsonNode unused = stack.platformClient().put(path(name) + "?overwrite=true", action);
            return new Registered(
                    URI.create(stack.config().platformUrl() + path(name) + "?blocking=true&result=true"),
                    stack.data().hadoopConfiguration().resolve("platform.key"));
        }

        @Override
        public void delete(String name) {
            stack.platformClient().delete(path(name));
        }

        private static String path(String name) {
            if (!name.matches("\\w[\\w.@-]*")) {
                throw new CliException("a function's name has letters, digits and _ . @ -, and not: " + name);
            }
            return ACTIONS + name;
        }
    }

    private static ExaminedStack examined(Optional<Path> dataDirectory) {
        ManagedStack stack = ManagedStack.load(DataDirectoryOption.of(dataDirectory));
        return new ExaminedStack(
                stack.data().root(),
                new StatusJson(stack).now(),
                () -> stack.platformClient().metrics(),
                stack::storeConfig,
                () -> LiveMembers.of(stack).contains(0).isPresent());
    }

    private static CertificatesCommand.CertifiedStack certified(Optional<Path> dataDirectory) {
        ManagedStack stack = ManagedStack.load(DataDirectoryOption.of(dataDirectory));
        return new CertificatesCommand.CertifiedStack(
                stack.data().of(DataDirectory.SECURITY),
                stack.config().ports().address().text());
    }

    private static LocalStack localStack(Optional<Path> dataDirectory) {
        ManagedStack stack = ManagedStack.load(DataDirectoryOption.of(dataDirectory));
        return new LocalStack(
                stack.config().platformUrl(),
                stack.platformKey(),
                stack.config().security().secure()
                        ? Optional.of(stack.data().certificates().authorities())
                        : Optional.empty(),
                NameNodeActions.IMAGE,
                stack.config().deployments(),
                stack.config().instanceConcurrency(),
                NameNodeActions.MEMORY_MB);
    }

    /**
     * How a program beside the command line opens the store of a stack that runs on this machine.
     *
     * @param dataDirectory of the stack
     * @throws CliException if the stack does not run
     */
    public static StoreConfig runningStore(Path dataDirectory) {
        return ManagedStack.storeConfigIn(Optional.of(dataDirectory));
    }
}
