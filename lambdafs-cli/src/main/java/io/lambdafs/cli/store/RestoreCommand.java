package io.lambdafs.cli.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the metadata of a stopped stack what a backup has. */
@Command(
        mixinStandardHelpOptions = true,
        name = "restore",
        description =
                "Makes the metadata of a stopped stack what a backup has. What happened after the backup is lost.")
public final class RestoreCommand implements Callable<Integer> {
    private final StackStore.Finder stores;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Parameters(paramLabel = "DIR", description = "What 'lambdafs backup' made.")
    private Path backup = Path.of("");

    public RestoreCommand(StackStore.Finder stores) {
        this.stores = stores;
    }

    @Override
    public Integer call() {
        return stores.find(Optional.ofNullable(dataDirectory))
                .restore(backup.toAbsolutePath().normalize(), ForegroundProcess::run);
    }
}
