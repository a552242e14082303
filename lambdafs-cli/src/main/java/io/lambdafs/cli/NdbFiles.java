package io.lambdafs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What processes need for a store in an NDB cluster, and nobody else: the adapter, ClusterJ and the client library.
 *
 * @param libraryDirectory the directory of {@code libndbclient}
 */
record NdbFiles(Path adapter, Path clusterJ, Path libraryDirectory) {
    private static final Pattern EXPORT = Pattern.compile("export (\\w+)='([^']*)'");
    private static final String LIBRARY = "libndbclient.so";
    private static final long BOUND_SECONDS = 60;

    /** Finds them the way the build does, or says which is missing. */
    static NdbFiles find(Distribution distribution) {
        Map<String, String> found = ask(distribution.home().resolve(".mvn/find-ndb"));
        Path clusterJ = required(
                found,
                "CLUSTERJ_JAR",
                "ClusterJ's jar is missing: install the vendor's package, or let CLUSTERJ_JAR name the file");
        Path library = required(
                found,
                "NDB_LIBRARY_PATH",
                "libndbclient is missing: let NDB_LIBRARY_PATH name the directory that has libndbclient.so");
        return new NdbFiles(adapter(distribution), clusterJ, requireLibraryIn(library));
    }

    /** The directory, if it has the client library; refused here rather than by each process that is started. */
    static Path requireLibraryIn(Path directory) {
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(directory, LIBRARY + "*")) {
            if (libraries.iterator().hasNext()) {
                return directory;
            }
        } catch (IOException e) {
            throw new CliException("cannot read " + directory + ", where " + LIBRARY + " should be (" + e + ")", e);
        }
        throw new CliException("there is no " + directory.resolve(LIBRARY)
                + ": install the vendor's package of the client library, or let NDB_LIBRARY_PATH name the directory that"
                + " has it");
    }

    private static Path required(Map<String, String> found, String variable, String advice) {
        String own = System.getenv().getOrDefault(variable, "");
        String value = own.isEmpty() ? found.getOrDefault(variable, "") : own;
        if (value.isEmpty() || !Files.exists(Path.of(value))) {
            throw new CliException(value.isEmpty() ? advice : advice + " (" + value + " does not exist)");
        }
        return Path.of(value).toAbsolutePath();
    }

    private static Map<String, String> ask(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "-q")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CliException(program + " took longer than " + BOUND_SECONDS + " s");
            }
            return EXPORT.matcher(said)
                    .results()
                    .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
        } catch (IOException e) {
            throw new CliException("cannot run " + program + " (" + e.getMessage() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while looking for NDB", e);
        }
    }

    private static Path adapter(Distribution distribution) {
        Path target = distribution.home().resolve("lambdafs-dal-ndb/target");
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "lambdafs-dal-ndb-*.jar")) {
                for (Path jar : jars) {
                    return jar;
                }
            } catch (IOException e) {
                throw new CliException("cannot read " + target + " (" + e.getMessage() + ")", e);
            }
        }
        throw new CliException("the adapter for NDB was not built (there is no lambdafs-dal-ndb-*.jar in " + target
                + "): build with bin/lambdafs build where ClusterJ's jar can be found");
    }

    /** What is added to a class path. */
    String classPath() {
        return ":" + adapter + ":" + clusterJ;
    }
}
