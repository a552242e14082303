package io.lambdafs.cli.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the change feed. */
@Command(
        mixinStandardHelpOptions = true,
        name = "changes",
        description = "Prints what transactions changed in the namespace, in commit order, as a line of JSON each.")
public final class ChangesCommand implements Callable<Integer> {
    private final StackStore.Finder stores;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "The stack's data directory.")
    private @Nullable Path dataDirectory;

    @Option(
            names = "--since",
            paramLabel = "N",
            required = true,
            description =
                    "The number of the last commit that is known; or 'oldest', for all that the feed has; or 'newest', for"
                            + " what commits from now on.")
    private String since = "";

    @Option(names = "--follow", description = "Waits for more, until SIGINT or SIGTERM.")
    private boolean follow;

    @Option(names = "--limit", paramLabel = "N", description = "Ends after so many lines.")
    private long limit = Long.MAX_VALUE;

    public ChangesCommand(StackStore.Finder stores) {
        this.stores = stores;
    }

    @Override
    public Integer call() {
        return ForegroundProcess.run(stores.find(Optional.ofNullable(dataDirectory))
                .asking("changes", since, Long.toString(limit), Boolean.toString(follow)));
    }
}
