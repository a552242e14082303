package io.lambdafs.cli.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What makes a process go on when the terminal it was started from sends Ctrl-C or closes. */
public final class Detaching {
    private Detaching() {}

    /** The start of a command line: {@code setsid}, or {@code nohup} where there is none. Keeps the process id. */
    public static List<String> prefix() {
        return onPath("setsid").or(() -> onPath("nohup")).map(List::of).orElse(List.of());
    }

    private static Optional<String> onPath(String program) {
        for (String directory :
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":")) {
            Path candidate = Path.of(directory, program);
            if (Files.isExecutable(candidate)) {
                return Optional.of(candidate.toString());
            }
        }
        return Optional.empty();
    }
}
