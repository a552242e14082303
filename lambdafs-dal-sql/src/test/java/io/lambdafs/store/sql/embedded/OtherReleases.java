package io.lambdafs.store.sql.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Servers of other releases than the one that is delivered, with its configuration as far as they know it. */
public final class OtherReleases {
    /** Settings that not every supported release knows, and the major version from which on they are known. */
    private static final Map<String, Integer> NEWER_SETTINGS = Map.of("scram_iterations", 16, "io_method", 18);

    private OtherReleases() {}

    /** The server whose programs are on the class path, of this major version. */
    public static EmbeddedPostgres at(Path dataDirectory, String majorVersion) {
        String configuration = Release.OWN
                .configuration()
                .lines()
                .filter(line -> knows(majorVersion, line.split(" ", 2)[0]))
                .collect(Collectors.joining("\n", "", "\n"));
        String beforeCreation = knows(majorVersion, "scram_iterations") ? Release.OWN.beforeCreation() : "";
        return EmbeddedPostgres.at(dataDirectory, new Release(majorVersion, beforeCreation, configuration));
    }

    private static boolean knows(String majorVersion, String setting) {
        return Integer.parseInt(majorVersion) >= NEWER_SETTINGS.getOrDefault(setting, 0);
    }
}
