package io.lambdafs.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The project's own files, as they lie in the checkout. */
public final class CheckoutSources {
    private CheckoutSources() {}

    /** The checkout's root: the nearest directory upwards with the Maven wrapper in it. */
    public static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException("run the tests inside the checkout: no mvnw above " + Path.of(""));
            }
            directory = parent;
        }
        return directory;
    }

    /** The modules' directories. */
    static List<Path> modules() {
        return projectsIn(root());
    }

    private static List<Path> projectsIn(Path directory) {
        try (Stream<Path> children = Files.list(directory)) {
            return children.filter(child -> Files.exists(child.resolve("pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The Java files under this directory; none if it does not exist. */
    static List<Path> javaFiles(Path directory) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All Java files of all modules, tests included. */
    static List<Path> allJavaFiles() {
        return modules().stream()
                .flatMap(module -> javaFiles(module.resolve("src")).stream())
                .toList();
    }

    /** Those, and the Java files of the projects inside a module that Maven builds apart from the others. */
    static List<Path> javaFilesOfAllBuilds() {
        return modules().stream()
                .flatMap(module -> Stream.concat(Stream.of(module), projectsIn(module).stream()))
                .flatMap(project -> javaFiles(project.resolve("src")).stream())
                .toList();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
