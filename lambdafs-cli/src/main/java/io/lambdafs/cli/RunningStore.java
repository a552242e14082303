package io.lambdafs.cli;

import io.lambdafs.store.StoreConfig;
import java.nio.file.Path;
import java.util.Optional;

/** The store of a stack that runs on this machine, for programs beside the command line. */
public final class RunningStore {
    private RunningStore() {}

    /**
     * How to open it.
     *
     * @param dataDirectory of the stack
     * @throws CliException if the stack does not run
     */
    public static StoreConfig of(Path dataDirectory) {
        return Stack.storeConfigIn(Optional.of(dataDirectory));
    }
}
