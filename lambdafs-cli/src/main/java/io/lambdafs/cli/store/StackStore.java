package io.lambdafs.cli.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The store of a stack, as commands about it see it. Failures are exceptions whose message is for the user. */
public interface StackStore {
    /** Finds the store of the stack in a data directory, or in the usual one. */
    @FunctionalInterface
    interface Finder {
        StackStore find(Optional<Path> dataDirectory);
    }

    /** A program that asks the running store something; its output is for the user. */
    ProcessBuilder asking(String... arguments);

    /**
     * Runs a program that makes this stack's store of a backup, while the stack is stopped and no other command changes it.
     *
     * @param running runs the program and returns its status
     */
    int restore(Path backup, ToIntFunction<ProcessBuilder> running);
}
