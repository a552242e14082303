package io.lambdafs.store.sql.embedded;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** Servers of other releases than the one that is delivered, with its configuration as far as they know it. */
public final class OtherReleases {
    private static final Set<String> NEWER_SETTINGS = Set.of("scram_iterations", "io_method");

    private OtherReleases() {}

    /** The server whose programs are on the class path, of this major version. */
    public static EmbeddedPostgres at(Path dataDirectory, String majorVersion) {
        String configuration = Release.OWN
                .configuration()
                .lines()
                .filter(line -> !NEWER_SETTINGS.contains(line.split(" ", 2)[0]))
                .collect(Collectors.joining("\n", "", "\n"));
        return EmbeddedPostgres.at(dataDirectory, new Release(majorVersion, "", configuration));
    }
}
