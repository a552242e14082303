package io.lambdafs.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The checker of histories: a Go program of this checkout, built where it is needed. */
final class HistoryChecker {
    private static final Duration BUILD_BOUND = Duration.ofMinutes(10);
    /** Above what it takes at worst: two minutes for each top-level directory, twice if one is wrong, and the cuts. */
    private static final Duration CHECK_BOUND = Duration.ofMinutes(40);

    private static final int UNUSABLE = 3;

    private final Path go;
    private final Path program;

    private HistoryChecker(Path go, Path program) {
        this.go = go;
        this.program = program;
    }

    /** What came of looking for Go: a checker, or the line that says why there is none. */
    record Search(@Nullable HistoryChecker found, String leftOut) {
        HistoryChecker orElseThrow() throws IOException {
            if (found == null) {
                throw new IOException(leftOut);
            }
            return found;
        }
    }

    /** Builds the checker if there is a Go toolchain or one can be installed. */
    static Search find() throws IOException, InterruptedException {
        Path root = CheckoutSources.root();
        Output tool = run(root, BUILD_BOUND, root.resolve(".mvn/tool.sh").toString(), "go");
        if (tool.status() == UNUSABLE) {
            return new Search(null, tool.errors().strip());
        }
        Path target = Files.createDirectories(root.resolve("system-test/target"));
        HistoryChecker checker = new HistoryChecker(Path.of(tool.require().strip()), target.resolve("history-checker"));
        checker.go("build", "-o", checker.program.toString(), ".");
        return new Search(checker, "");
    }

    /** Runs the checker's own tests and returns what they print; fails if they do. */
    String test() throws IOException, InterruptedException {
        return go("vet", "./...") + go("test", "./...");
    }

    private String go(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(go.toString()));
        command.addAll(List.of(arguments));
        return run(CheckoutSources.root().resolve("history-checker"), BUILD_BOUND, command.toArray(String[]::new))
                .require();
    }

    /**
     * Decides about a history.
     *
     * @param report prefix of the files that show a violation
     */
    Finding check(List<Path> history, Path report) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(program.toString(), "-timeout", "120s", "-report", report.toString()));
        history.forEach(file -> command.add(file.toString()));
        Output output = run(CheckoutSources.root(), CHECK_BOUND, command.toArray(String[]::new));
        if (output.status() >= UNUSABLE) {
            output.require();
        }
        return new ObjectMapper()
                .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
                .readValue(output.text(), Finding.class);
    }

    /**
     * What the checker says of a history.
     *
     * @param unknown operations of which nobody knows whether they took effect
     * @param largest operations that had to be looked at together
     * @param lost parts of the history whose final state lacks what was acknowledged
     * @param culprit the answer that cannot be
     * @param files where the violation is shown
     */
    record Finding(
            @JsonProperty("result") String result,
            @JsonProperty("operations") int operations,
            @JsonProperty("unknown") int unknown,
            @JsonProperty("largest") int largest,
            @JsonProperty("millis") long millis,
            @JsonProperty("lost") int lost,
            @JsonProperty("culprit") @Nullable String culprit,
            @JsonProperty("files") @Nullable List<String> files) {
        boolean isLinearizable() {
            return result.equals("ok");
        }

        boolean isViolation() {
            return result.equals("violation");
        }
    }

    /** How a program ended. */
    private record Output(List<String> command, int status, String text, String errors) {
        String require() throws IOException {
            if (status != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + status + ":\n" + text + errors);
            }
            return text;
        }
    }

    private static Output run(Path directory, Duration bound, String... command)
            throws IOException, InterruptedException {
        Path text = Files.createTempFile("lambdafs", ".out");
        Path errors = Files.createTempFile("lambdafs", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectOutput(text.toFile())
                    .redirectError(errors.toFile());
            builder.environment().put("GOFLAGS", "-mod=readonly -buildvcs=false");
            Process process = builder.start();
            if (!process.waitFor(bound.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("not within " + bound + ": " + String.join(" ", command));
            }
            return new Output(List.of(command), process.exitValue(), Files.readString(text), Files.readString(errors));
        } finally {
            Files.deleteIfExists(text);
            Files.deleteIfExists(errors);
        }
    }
}
