package io.lambdafs.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops a stack. */
@Command(mixinStandardHelpOptions = true, name = "stop", description = "Stops the stack. Its data stays.")
final class StopCommand implements Runnable {
    @Mixin
    private DataDirectoryOption dataDirectory = new DataDirectoryOption();

    @Override
    public void run() {
        ManagedStack stack = ManagedStack.load(dataDirectory.directory());
        stack.data().exclusively(() -> stack.stop(Console.standard()));
    }
}
