package io.lambdafs.system;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The programs of this machine. */
public final class Programs {
    private Programs() {}

    /** Whether a program is on the PATH. */
    public static boolean isInstalled(String name) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, name)));
    }
}
