package io.lambdafs.cli;

import java.nio.file.Path;
import java.util.Optional;
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
        return of(Optional.ofNullable(directory));
    }

    /** The directory that was named, or the usual one. */
    static DataDirectory of(Optional<Path> directory) {
        if (directory.isPresent()) {
            return new DataDirectory(directory.get());
        }
        String named = System.getenv("LAMBDAFS_DATA_DIR");
        return new DataDirectory(
                named != null && !named.isEmpty()
                        ? Path.of(named)
                        : Distribution.current().home().resolve("data"));
    }
}
