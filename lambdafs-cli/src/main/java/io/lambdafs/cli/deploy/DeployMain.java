package io.lambdafs.cli.deploy;

import io.lambdafs.cli.deploy.DeployException.Kind;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code lambdafs deploy} without the rest of the command: for a container, where there is no stack. */
@Command(name = "lambdafs", synopsisSubcommandLabel = "COMMAND")
public final class DeployMain {
    private static final int FAILED = 1;

    private DeployMain() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs a command line; returns the status of the process. */
    static int run(String... args) {
        CommandLine line = new CommandLine(new DeployMain());
        line.addSubcommand(new DeployCommand(directory -> {
            throw new DeployException(Kind.INPUT, "there is no stack in a container: run bin/lambdafs deploy");
        }));
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            if (exception instanceof DeployException) {
                command.getErr().println("lambdafs: " + exception.getMessage());
                return FAILED;
            }
            throw exception;
        });
        return line.execute(args);
    }
}
