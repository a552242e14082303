package io.lambdafs.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that every command has: which stack is meant. */
final class DataDirectoryOption {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the stack keeps everything; default: $LAMBDAFS_DATA_DIR, or data/ in the repository.")
    private @Nullable Path directory;

    DataDirectory directory() {
        if (directory != null) {
            return new DataDirectory(directory);
        }
        String named = System.getenv("LAMBDAFS_DATA_DIR");
        return new DataDirectory(
                named != null && !named.isEmpty()
                        ? Path.of(named)
                        : Distribution.current().home().resolve("data"));
    }
}
