package io.lambdafs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.runtime.FunctionMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a container image of a NameNode instance is built from: its jars and a Dockerfile, for an OpenWhisk that runs
 * containers. The image is an action of the kind {@code blackbox}; which of the NameNode functions a container is, it is told
 * by the action's name.
 */
final class ContainerImage {
    /** Has what the JVM options suppose, and no compiler. */
    private static final String BASE = "eclipse-temurin:17-jre";

    private static final String LIBRARIES = "/lambdafs/lib/";

    private final Distribution distribution;
    private final SortedMap<String, String> settings;

    /**
     * An image with these settings.
     *
     * @param settings environment variables of an instance
     * @throws CliException names a setting that is missing, unknown or malformed
     */
    ContainerImage(Distribution distribution, Map<String, String> settings) {
        this.distribution = distribution;
        this.settings = new TreeMap<>(settings);
        try {
            FunctionMain.requireValid(settings);
        } catch (IllegalArgumentException e) {
            throw new CliException(
                    e.getMessage() + "; docs/configuration.md lists the settings of function instances", e);
        }
        settings.forEach((name, value) -> {
            if (value.lines().count() > 1) {
                throw new CliException(name + " has several lines, which a Dockerfile cannot hold");
            }
        });
    }

    /**
     * Writes the files.
     *
     * @param directory is made; if it is there, it must be empty
     */
    void write(Path directory) {
        try {
            requireEmpty(directory);
            Path libraries = Files.createDirectories(directory.resolve("lib"));
            List<String> names = new ArrayList<>();
            for (String jar : distribution.classPath("function").split(":")) {
                Path from = Path.of(jar);
                String name = String.valueOf(from.getFileName());
                Files.copy(from, libraries.resolve(name));
                names.add(LIBRARIES + name);
            }
            Files.writeString(directory.resolve("Dockerfile"), dockerfile(String.join(":", names)));
        } catch (IOException e) {
            throw new CliException("cannot write to " + directory + ": " + e, e);
        }
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> there = Files.list(directory)) {
            if (there.findAny().isPresent()) {
                throw new CliException(directory + " is not empty: name a directory that is, or that is not there yet");
            }
        }
    }

    private String dockerfile(String classPath) {
        List<String> lines = new ArrayList<>(List.of(
                "# A NameNode instance of lambdafs as a container of OpenWhisk's kind blackbox.",
                "FROM " + BASE,
                "COPY lib/ " + LIBRARIES));
        settings.forEach((name, value) -> lines.add("ENV " + name + "=" + quoted(value)));
        lines.add("EXPOSE 8080");
        ArrayNode command = JsonNodeFactory.instance.arrayNode().add("java");
        FunctionProgram.jvmOptions(distribution).forEach(command::add);
        command.add("-cp").add(classPath).add(FunctionProgram.MAIN);
        lines.add("ENTRYPOINT " + command);
        return String.join("\n", lines) + "\n";
    }

    /* Docker unquotes, and puts other variables in the place of $NAME, unless it is escaped. */
    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("$", "\\$") + "\"";
    }
}
