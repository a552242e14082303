package io.lambdafs.store.ndb.cluster;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The NDB client library, {@code libndbclient}, which the vendor's packages bring. */
final class NdbLibrary {
    /** The environment variable that names the directory of the library. */
    static final String DIRECTORY_VARIABLE = "NDB_LIBRARY_PATH";

    private static final String NAME = "ndbclient";

    private NdbLibrary() {}

    /**
     * Loads the library, unless the process has done so.
     *
     * @throws StoreException of kind INCOMPATIBLE that says which file is missing
     */
    static void load(Map<String, String> environment) {
        String directory = environment.getOrDefault(DIRECTORY_VARIABLE, "");
        try {
            if (directory.isEmpty()) {
                System.loadLibrary(NAME);
            } else {
                System.load(find(Path.of(directory)).toString());
            }
        } catch (UnsatisfiedLinkError e) {
            throw missing(
                    directory.isEmpty()
                            ? System.mapLibraryName(NAME) + " is not in " + System.getProperty("java.library.path")
                            : String.valueOf(e.getMessage()),
                    e);
        }
    }

    private static Path find(Path directory) {
        String plain = System.mapLibraryName(NAME);
        Path exact = directory.resolve(plain);
        if (Files.exists(exact)) {
            return exact.toAbsolutePath();
        }
        try (Stream<Path> files = Files.list(directory)) {
            Optional<Path> versioned = files.filter(
                            file -> file.getFileName().toString().startsWith(plain))
                    .max(Comparator.naturalOrder());
            return versioned
                    .orElseThrow(() -> missing("there is no file " + exact, null))
                    .toAbsolutePath();
        } catch (IOException e) {
            throw missing("cannot read the directory " + directory, e);
        }
    }

    private static StoreException missing(String what, @org.jspecify.annotations.Nullable Throwable cause) {
        String message = "NDB's client library cannot be used: " + what + ". Install the vendor's package, and let "
                + DIRECTORY_VARIABLE + " name the directory that has " + System.mapLibraryName(NAME);
        return cause == null
                ? new StoreException(Kind.INCOMPATIBLE, message)
                : new StoreException(Kind.INCOMPATIBLE, message, cause);
    }
}
