package io.lambdafs.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.cli.secret.ContainerSecret;
import io.lambdafs.cli.secret.PrivateFile;
import io.lambdafs.openwhisk.action.ActionServerConfig;
import io.lambdafs.openwhisk.action.InstanceSecret;
import io.lambdafs.runtime.FunctionMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a container image of a NameNode instance is built from: its jars and a Dockerfile, for an OpenWhisk that runs
 * containers. The image is an action of the kind {@code blackbox}; which of the NameNode functions a container is, it is told
 * by the action's name.
 */
final class ContainerImage {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][\\w./:@-]{0,511}");

    /** A digest names one image for ever, where a tag may be given to another one. This one is of several architectures. */
    private static final String JAVA_17 = "eclipse-temurin:17.0.20_8-jre"
            + "@sha256:13cc28a6cc72a38ce1f00c906be3580c1a3e604b8984d694f369a96742abc93b";

    private static final String LIBRARIES = "/lambdafs/lib/";
    private static final String CLASS_LIST = "function.classes";
    private static final String ARCHIVE = "/lambdafs/function.jsa";

    private final Distribution distribution;
    private final SortedMap<String, String> settings;
    private final String base;
    private final ContainerSecret secret = ContainerSecret.random();

    /**
     * An image with these settings.
     *
     * @param base the image that has the Java to run it; empty for the usual one
     * @param settings environment variables of an instance
     * @throws CliException names a setting that is missing, unknown or malformed
     */
    ContainerImage(Distribution distribution, Optional<String> base, Map<String, String> settings) {
        this.distribution = distribution;
        this.base = base.map(ContainerImage::requireImage).orElseGet(ContainerImage::usualBase);
        this.settings = new TreeMap<>(settings);
        // What it writes is worth nothing to who reads it, and costs the caller of each activation.
        this.settings.putIfAbsent(ActionServerConfig.SENTINELS_VARIABLE, "false");
        this.settings.put(InstanceSecret.SHA256_VARIABLE, secret.sha256());
        settings.forEach(ContainerImage::requireWritable);
        requireNoSecret(settings);
        try {
            FunctionMain.requireValid(settings);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new CliException(
                    e.getMessage() + "; docs/configuration.md lists the settings of function instances", e);
        }
        String store = settings.getOrDefault("LAMBDAFS_STORE_URL", "");
        if (store.startsWith("rocks") && !store.startsWith("rocks://")) {
            throw new CliException(
                    "a container cannot reach a store that is only this machine's: LAMBDAFS_STORE_URL must"
                            + " be a jdbc:postgresql URL, or rocks://HOST:PORT");
        }
        if (store.startsWith("ndb:")) {
            throw new CliException(
                    "an image has what PostgreSQL and the engine need, and nothing of NDB: LAMBDAFS_STORE_URL must be a"
                            + " jdbc:postgresql URL, or rocks://HOST:PORT");
        }
    }

    /** How many functions there are to be; one, if the settings do not say, as instances that cache nothing need not know. */
    int deployments() {
        String number = settings.getOrDefault("LAMBDAFS_DEPLOYMENTS", "");
        if (number.isEmpty()) {
            return 1;
        }
        if (!NUMBER.matcher(number).matches()) {
            throw new CliException("LAMBDAFS_DEPLOYMENTS must be a whole number, not " + number);
        }
        return Integer.parseInt(number);
    }

    /* For an instance of this Java, for which the options and the list of classes are. */
    private static String usualBase() {
        int feature = Runtime.version().feature();
        return feature == 17 ? JAVA_17 : "eclipse-temurin:" + feature + "-jre";
    }

    private static String requireImage(String name) {
        if (!IMAGE.matcher(name).matches()) {
            throw new CliException(
                    "\"" + name + "\" is no name of an image; --base-image takes one such as " + JAVA_17);
        }
        return name;
    }

    private static void requireNoSecret(Map<String, String> settings) {
        for (String variable : List.of(InstanceSecret.NAME_VARIABLE, InstanceSecret.SHA256_VARIABLE)) {
            if (settings.containsKey(variable)) {
                throw new CliException(variable + " cannot be set: the image gets a secret that is made with it");
            }
        }
    }

    private static void requireWritable(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new CliException("\"" + name + "\" is no name of an environment variable");
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
            for (String jar : distribution.classPath("function").split(":")) {
                Path from = Path.of(jar);
                String name = String.valueOf(from.getFileName());
                Files.copy(from, libraries.resolve(name));
                names.add(LIBRARIES + name);
            }
            Optional<Path> classList = classList();
            if (classList.isPresent()) {
                Files.copy(classList.get(), directory.resolve(CLASS_LIST));
            }
            secret.write(directory);
            // The store's password is in there.
            PrivateFile.write(
                    directory.resolve("Dockerfile"), dockerfile(String.join(":", names), classList.isPresent()));
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

    private String dockerfile(String classPath, boolean withArchive) {
        List<String> lines = new ArrayList<>(List.of(
                "# A NameNode instance of lambdafs as a container of OpenWhisk's kind blackbox.",
                "FROM " + base,
                "COPY lib/ " + LIBRARIES));
        List<String> options = new ArrayList<>(FunctionProgram.jvmOptions(distribution, false));
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
            options.add("-XX:SharedArchiveFile=" + ARCHIVE);
        }
        settings.forEach((name, value) -> lines.add("ENV " + name + "=" + quoted(value)));
        lines.add("EXPOSE 8080");
        options.addAll(List.of("-cp", classPath, FunctionProgram.MAIN));
        lines.add("ENTRYPOINT " + command(options.toArray(String[]::new)));
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
