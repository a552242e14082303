package io.lambdafs.cli.process;

import java.util.OptionalLong;

/** A process of the stack, apart from function instances, which are the platform's. */
public interface Component {
    /** What it is called in files and in {@code lambdafs logs}. */
    String name();

    /** Where it can be reached, for people. */
    String address();

    /** The process id, if it is running. */
    OptionalLong pid();

    /** Checks what would keep it from starting, in a sentence. */
    void requireStartable();

    /** Starts it; returns at once. It must not be running. */
    void start();

    /** Waits, bounded, until it serves. */
    void awaitReady();

    /** Ends it, if it is running, and waits, bounded, until it has ended. */
    void stop();

    default boolean isRunning() {
        return pid().isPresent();
    }
}
