package io.lambdafs.cli;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops a stack and deletes its data. */
@Command(mixinStandardHelpOptions = true, name = "reset", description = "Stops the stack and deletes all its data.")
final class ResetCommand implements Runnable {
    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Override
    public void run() {
        ManagedStack stack = ManagedStack.load(dataDirectory.directory());
        if (!yes && !confirmed(stack.data())) {
            throw new CliException("nothing was deleted");
        }
        stack.data().exclusively(() -> stack.stop(Console.standard()));
        stack.data().delete();
        Console.standard().line("deleted " + stack.data().root());
    }

    private static boolean confirmed(DataDirectory data) {
        System.out.print("Delete all files of the λFS in " + data.root() + "? Type yes: ");
        System.out.flush();
        Scanner answer = new Scanner(System.in, StandardCharsets.UTF_8);
        return answer.hasNextLine() && answer.nextLine().strip().equals("yes");
    }
}
