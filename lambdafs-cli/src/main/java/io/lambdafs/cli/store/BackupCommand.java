package io.lambdafs.cli.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Backs up the metadata of a stack that runs. */
@Command(
        mixinStandardHelpOptions = true,
        name = "backup",
        description =
                "Copies the metadata to a new directory while the stack runs. Only the embedded store can do that.")
public final class BackupCommand implements Callable<Integer> {
    private final StackStore.Finder stores;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Parameters(paramLabel = "DIR", description = "The directory to make; it must not exist.")
    private Path target = Path.of("");

    public BackupCommand(StackStore.Finder stores) {
        this.stores = stores;
    }

    @Override
    public Integer call() {
        return ForegroundProcess.run(stores.find(Optional.ofNullable(dataDirectory))
                .asking("backup", target.toAbsolutePath().normalize().toString()));
    }
}
