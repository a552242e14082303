package io.lambdafs.cli.subtree;

import io.lambdafs.wire.journal.JournalException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code lambdafs subtree}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "lambdafs subtree",
        description = "Sets policies of directories, and decouples and merges subtrees.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CommandLine.HelpCommand.class)
public final class SubtreeMain {
    private static final int FAILED = 1;

    private SubtreeMain() {}

    /** Runs one subcommand; ends with 0, with 1 if it was refused or failed, or with 2 if the command line is wrong. */
    public static void main(String[] arguments) {
        // UTF-8 whatever the locale says.
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(new HdfsConfiguration(), out, err, arguments));
    }

    /** Runs one subcommand against the cluster of a configuration, and returns the status of the process. */
    public static int run(Configuration configuration, PrintStream out, PrintStream err, String... arguments) {
        CommandLine line = new CommandLine(new SubtreeMain());
        line.addSubcommand(new SetCommand(configuration, out));
        line.addSubcommand(new ShowCommand(configuration, out));
        line.addSubcommand(new SubtreeVolumeCommand(configuration, out));
        line.addSubcommand(new DecoupleCommand(configuration, out));
        line.addSubcommand(new ListCommand(configuration, out));
        line.addSubcommand(new SyncCommand(configuration, out));
        line.addSubcommand(new MergeCommand(configuration, out));
        line.addSubcommand(new RecoverCommand(configuration, out));
        line.addSubcommand(new DiscardCommand(configuration, out));
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler((exception, command, parsed) -> {
            if (exception instanceof IOException || exception instanceof JournalException) {
                command.getErr().println("lambdafs: " + firstLine(exception));
                return FAILED;
            }
            throw exception;
        });
        if (arguments.length == 0) {
            line.usage(err);
            return line.getCommandSpec().exitCodeOnInvalidInput();
        }
        return line.execute(arguments);
    }

    /* Of a refusal by a NameNode, what follows is where it was thrown. */
    private static String firstLine(Exception failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message.split("\n", 2)[0];
    }
}
