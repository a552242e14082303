package io.lambdafs.benchmark.harness.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code bin/lambdafs-bench}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "lambdafs-bench",
        description = "Puts load on the metadata of any Hadoop file system, measures it, and checks what it left.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            PrepareCommand.class,
            VerifyCommand.class,
            GenCommand.class,
            CompareCommand.class,
            ReportCommand.class,
            HammerCommand.class,
            DriverCommand.class,
            AgentCommand.class,
            CommandLine.HelpCommand.class
        })
public final class BenchMain {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private BenchMain() {}

    /** Takes a command and its options. */
    public static void main(String[] args) {
        // UTF-8 whatever the locale says.
        PrintWriter out = new PrintWriter(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    /**
     * Executes a command.
     *
     * @return what the program ends with
     */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new BenchMain())
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    command.getErr().println("lambdafs-bench: " + message(e));
                    return e instanceof IllegalArgumentException ? USAGE : FAILED;
                })
                .execute(args);
    }

    private static String message(Exception e) {
        String message = e.getMessage();
        if (e instanceof IllegalArgumentException || e instanceof IOException) {
            return message == null ? e.toString() : message;
        }
        return e.toString();
    }
}
