package io.lambdafs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.cli.image.ImageArchitecture;
import io.lambdafs.cli.secret.ContainerSecret;
import io.lambdafs.cli.security.EngineUrl;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.runtime.FunctionMain;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a container image of a NameNode instance is built from: its jars and a Dockerfile. One image serves every platform and every
 * function: the platform says by settings which protocol and which function a container has. The image has no secret, runs as an
 * ordinary user, and its files are the same bytes with the same times whenever the inputs are the same.
 */
final class ContainerImage {
    /**
     * What an image is to be.
     *
     * @param archive whether an archive of classes is made when the image is built, which runs the image's own Java
     */
    record Options(
            Optional<String> base,
            Map<String, String> settings,
            ImageArchitecture architecture,
            boolean archive,
            Optional<NdbFiles> ndb,
            ContainerSecret secret) {
        Options {
            settings = Map.copyOf(settings);
        }
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][\\w./:@-]{0,511}");

    /** What a container gets when it runs, and an image must not have. */
    private static final List<String> SECRETS = List.of(
            "LAMBDAFS_STORE_PASSWORD", "LAMBDAFS_HTTP_SECRET", "LAMBDAFS_PLATFORM_AUTH", "LAMBDAFS_ZOOKEEPER_SECRET");

    /** In place of settings that come when a container runs, to check the others. */
    private static final Map<String, String> LATER = Map.of(
            "LAMBDAFS_STORE_URL", "rocks://later:1",
            "LAMBDAFS_ZOOKEEPER", "later:1",
            "LAMBDAFS_DEPLOYMENTS", "1",
            "LAMBDAFS_SUPERUSER", "later");

    /** A digest names one image for ever, where a tag may be given to another one. This one is of several architectures. */
    private static final String JAVA_17 = "eclipse-temurin:17.0.20_8-jre"
            + "@sha256:13cc28a6cc72a38ce1f00c906be3580c1a3e604b8984d694f369a96742abc93b";

    /** The user of a container: not root, and of no name, so that no base image has to know it. */
    private static final int USER = 10001;

    /** The time of all files, so that a layer of them has the same digest. */
    private static final FileTime TIME = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

    private static final String LIBRARIES = "/lambdafs/lib/";
    private static final String NATIVE = "/lambdafs/native/";
    private static final String CLASS_LIST = "function.classes";
    private static final String ARCHIVE = "/lambdafs/function.jsa";

    private final Distribution distribution;
    private final Options options;
    private final SortedMap<String, String> environment;
    private final String base;

    /**
     * An image with these settings; those that are left out are given when a container runs.
     *
     * @throws CliException names a setting that is unknown, malformed or a secret
     */
    ContainerImage(Distribution distribution, Options options) {
        this.distribution = distribution;
        this.options = options;
        this.base = options.base().map(ContainerImage::requireImage).orElseGet(ContainerImage::usualBase);
        Map<String, String> settings = options.settings();
        settings.forEach(ContainerImage::requireWritable);
        requireNoSecret(settings);
        requireValid(settings);
        environment = new TreeMap<>(settings);
        // What it writes is worth nothing to its reader, and costs the caller of each activation.
        environment.putIfAbsent(ActionServerConfig.SENTINELS_VARIABLE, "false");
        environment.put(InstanceSecret.SHA256_VARIABLE, options.secret().sha256());
        // OpenWhisk's containers get no environment: it sends settings with /init.
        environment.put("LAMBDAFS_SETTINGS_FROM", "init");
        if (options.ndb().isPresent()) {
            environment.put("NDB_LIBRARY_PATH", NATIVE.substring(0, NATIVE.length() - 1));
        }
    }

    private static void requireValid(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(LATER);
        all.putAll(settings);
        try {
            FunctionMain.requireValid(all);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new CliException(
                    e.getMessage() + "; docs/configuration.md lists the settings of function instances", e);
        }
        String store = all.getOrDefault("LAMBDAFS_STORE_URL", "");
        if (EngineUrl.isOfThisMachine(store)) {
            throw new CliException(
                    "a container cannot reach a store that is only this machine's: LAMBDAFS_STORE_URL must"
                            + " be a jdbc:postgresql URL, rocks://HOST:PORT, rocks+tls://HOST:PORT?authorities=FILE or ndb://HOST:PORT/DATABASE");
        }
    }

    /* For an instance of this Java, for which the options and the list of classes are. */
    private static String usualBase() {
        int feature = Runtime.version().feature();
        return feature == 17 ? JAVA_17 : "eclipse-temurin:" + feature + "-jre";
    }

    private static String requireImage(String name) {
        if (!IMAGE.matcher(name).matches()) {
            throw new CliException(
                    "\"" + name + "\" is not the name of an image; --base-image takes one such as " + JAVA_17);
        }
        return name;
    }

    private static void requireNoSecret(Map<String, String> settings) {
        for (String variable : SECRETS) {
            if (settings.containsKey(variable)) {
                throw new CliException(
                        variable + " is a secret, and everybody who can pull an image can read it: leave it"
                                + " out, and give it to the containers when they run ('lambdafs deploy' does)");
            }
        }
        for (String variable : List.of(InstanceSecret.NAME_VARIABLE, InstanceSecret.SHA256_VARIABLE)) {
            if (settings.containsKey(variable)) {
                throw new CliException(variable + " cannot be set: the image gets a secret that is made with it");
            }
        }
    }

    private static void requireWritable(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new CliException(
                    "\"" + name + "\" is not the name of an environment variable: use letters, digits and _");
        }
        if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0) {
            throw new CliException(name + " has several lines, which a Dockerfile cannot hold");
        }
    }

    /** Whether containers will start from an archive of classes, which needs that an instance was recorded here once. */
    boolean startsFast() {
        return classList().isPresent();
    }

    private Optional<Path> classList() {
        return options.archive() ? recordedClasses() : Optional.empty();
    }

    private Optional<Path> recordedClasses() {
        return distribution
                .classArchive("function", distribution.classPath("function"))
                .classList();
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
            for (String jar : classPath().split(":")) {
                Path from = Path.of(jar);
                String name = String.valueOf(from.getFileName());
                copy(from, libraries.resolve(name));
                names.add(LIBRARIES + name);
            }
            finish(libraries);
            writeNative(directory);
            Optional<Path> classList = classList();
            if (classList.isPresent()) {
                copy(classList.get(), directory.resolve(CLASS_LIST));
            }
            options.secret().write(directory);
            Path dockerfile = directory.resolve("Dockerfile");
            Files.writeString(dockerfile, dockerfile(String.join(":", names), classList.isPresent()));
            finish(dockerfile);
        } catch (IOException e) {
            throw new CliException("cannot write to " + directory + ": " + e, e);
        }
    }

    private String classPath() {
        return distribution.classPath("function")
                + options.ndb().map(NdbFiles::classPath).orElse("");
    }

    private void writeNative(Path directory) throws IOException {
        if (options.ndb().isEmpty()) {
            return;
        }
        Path natives = Files.createDirectories(directory.resolve("native"));
        NdbFiles ndb = options.ndb().get();
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(ndb.libraryDirectory(), "libndbclient.so*")) {
            for (Path library : new TreeSet<>(iterable(libraries))) {
                if (!options.architecture().runs(library)) {
                    throw new CliException(
                            library + " is not for " + options.architecture().platform()
                                    + ": let NDB_LIBRARY_PATH name the directory of a libndbclient.so that is, or choose another"
                                    + " --arch");
                }
                copy(library, natives.resolve(String.valueOf(library.getFileName())));
            }
        }
        finish(natives);
    }

    private static List<Path> iterable(DirectoryStream<Path> stream) {
        List<Path> paths = new ArrayList<>();
        stream.forEach(paths::add);
        return paths;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to);
        finish(to);
    }

    /* Readable for the container's user, and without the time at which it was written. */
    private static void finish(Path path) throws IOException {
        Files.setPosixFilePermissions(
                path, PosixFilePermissions.fromString(Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--"));
        Files.setLastModifiedTime(path, TIME);
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

    private String dockerfile(String classPath, boolean withArchive) {
        List<String> lines = new ArrayList<>(List.of(
                "# A NameNode instance of lambdafs, for every platform and function. It has no secret.",
                "FROM " + base,
                "COPY lib/ " + LIBRARIES));
        if (options.ndb().isPresent()) {
            lines.add("COPY native/ " + NATIVE);
        }
        List<String> jvm = new ArrayList<>(FunctionProgram.jvmOptions(distribution, false));
        if (withArchive) {
            lines.add("COPY " + CLASS_LIST + " /lambdafs/");
            lines.add("RUN "
                    + command(
                            "-Xshare:dump",
                            // Of the collectors, the one with which an archive gets the heap's part, too.
                            "-XX:+UseG1GC",
                            "-XX:SharedClassListFile=/lambdafs/" + CLASS_LIST,
                            "-XX:SharedArchiveFile=" + ARCHIVE,
                            "-cp",
                            classPath));
            jvm.add("-XX:SharedArchiveFile=" + ARCHIVE);
        }
        environment.forEach((name, value) -> lines.add("ENV " + name + "=" + quoted(value)));
        lines.add("USER " + USER + ":" + USER);
        lines.add("EXPOSE 8080");
        jvm.addAll(List.of("-cp", classPath, FunctionProgram.MAIN));
        lines.add("ENTRYPOINT " + command(jvm.toArray(String[]::new)));
        return String.join("\n", lines) + "\n";
    }

    private static ArrayNode command(String... arguments) {
        ArrayNode command = JsonNodeFactory.instance.arrayNode().add("java");
        for (String argument : arguments) {
            command.add(argument);
        }
        return command;
    }

    /* Docker unquotes, and puts other variables in the place of $NAME, unless it is escaped. */
    private static String quoted(String value) {
        return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("$", "\\$") + "\"";
    }
}
