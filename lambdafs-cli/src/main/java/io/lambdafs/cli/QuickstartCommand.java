package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.lambdafs.cli.tour.TourMain;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Starts a stack and shows that it works. */
@Command(
        mixinStandardHelpOptions = true,
        name = "quickstart",
        description = "Starts the stack, takes a tour with this repository's own files, and leaves it running.")
final class QuickstartCommand implements Runnable {
    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Mixin
    private StackOptions options = new StackOptions();

    @Override
    public void run() {
        Console console = Console.standard();
        console.line("Starting λFS");
        ManagedStack stack = StartCommand.start(dataDirectory.directory(), options, console);
        JsonNode before = pool(stack);
        tour(stack);
        JsonNode after = pool(stack);
        console.line(
                "  instances started during the tour: %d; because of load: %d",
                more("coldStarts", before, after), more("scaleOuts", before, after));
        console.line("");
        console.line("λFS goes on running. Next:");
        console.line("  bin/lambdafs dfs -ls -R /user       Hadoop's own shell");
        console.line("  bin/lambdafs status                 components and function instances");
        console.line("  bin/lambdafs conf                   settings for a Hadoop client that you have");
        console.line("  bin/lambdafs stop                   ends it; the data stays");
    }

    private static JsonNode pool(ManagedStack stack) {
        return stack.platformClient().get("/admin/instances").orElse(MissingNode.getInstance());
    }

    private static long more(String count, JsonNode before, JsonNode after) {
        return after.path(count).asLong() - before.path(count).asLong();
    }

    private static void tour(ManagedStack stack) {
        String home = stack.distribution().home().toString();
        HadoopShell shell = new HadoopShell(stack.distribution(), stack.data());
        ProcessBuilder builder = new ProcessBuilder(shell.ownProgram(TourMain.class, List.of(home)));
        builder.environment().putAll(shell.environment());
        try {
            int status = builder.inheritIO().start().waitFor();
            if (status != 0) {
                throw new CliException("the tour failed; see the messages above, and lambdafs logs");
            }
        } catch (IOException e) {
            throw new CliException("cannot start the tour (" + e.getMessage() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }
}
