package io.lambdafs.shell;

import io.lambdafs.system.ProcessOutput;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A released Hadoop client of some version, with the plugin's jar and the three settings in {@code core-site.xml}, or without the
 * plugin and with the settings of a gateway; and nothing else of this project.
 */
final class StockClient {
    /** The three settings by which Hadoop finds the plugin. */
    static final Map<String, String> SETTINGS = Map.of(
            "fs.defaultFS",
            "hdfs://lambdafs",
            "dfs.nameservices",
            "lambdafs",
            "dfs.client.failover.proxy.provider.lambdafs",
            "io.lambdafs.client.LambdaFailoverProxyProvider");

    private static final String UNSHADED = "system-test/hadoop-3.4.3/target/client";
    private static final String SHADED = "system-test/target/stock-clients/";
    private static final Duration BOUND = Duration.ofMinutes(2);

    private final Path home = CheckoutSources.root();
    private final List<String> jars;
    private final Map<String, String> settings;
    private final Path propertiesFile;
    private final Path directory;

    private StockClient(List<String> jars, Map<String, String> settings, Stack stack, Path directory)
            throws IOException {
        this.jars = jars;
        this.settings = settings;
        this.propertiesFile = stack.dataDir().resolve("client.properties");
        this.directory = directory;
        Files.writeString(conf().resolve("core-site.xml"), coreSite());
        Files.writeString(conf().resolve("log4j.properties"), """
                log4j.rootLogger=ERROR, stderr
                log4j.appender.stderr=org.apache.log4j.ConsoleAppender
                log4j.appender.stderr.target=System.err
                log4j.appender.stderr.layout=org.apache.log4j.PatternLayout
                """);
    }

    /**
     * The client of Hadoop 3.4.3 with its libraries under their own names, connected to this stack; its configuration and its
     * output go to the directory.
     */
    static StockClient unshaded(Stack stack, Path directory) throws IOException {
        return withPlugin(jarsIn(UNSHADED), stack, directory);
    }

    /** As above, without the plugin, with these settings. */
    static StockClient withoutPlugin(Map<String, String> settings, Stack stack, Path directory) throws IOException {
        return new StockClient(jarsIn(UNSHADED), settings, stack, directory);
    }

    /** As above, the client of this version with its libraries relocated. */
    static StockClient shaded(String version, Stack stack, Path directory) throws IOException {
        return withPlugin(shadedJars(version), stack, directory);
    }

    /** As above, without the plugin, with these settings. */
    static StockClient shadedWithoutPlugin(String version, Map<String, String> settings, Stack stack, Path directory)
            throws IOException {
        return new StockClient(shadedJars(version), settings, stack, directory);
    }

    private static List<String> shadedJars(String version) throws IOException {
        List<String> jars = new ArrayList<>(jarsIn(SHADED + version));
        jars.addAll(jarsIn(SHADED + "logging"));
        return jars;
    }

    private static StockClient withPlugin(List<String> jars, Stack stack, Path directory) throws IOException {
        List<String> all = new ArrayList<>(jars);
        all.add(CheckoutSources.root()
                .resolve("lambdafs-client/target/lambdafs-client.jar")
                .toString());
        return new StockClient(all, SETTINGS, stack, directory);
    }

    private static List<String> jarsIn(String place) throws IOException {
        try (Stream<Path> jars = Files.list(CheckoutSources.root().resolve(place))) {
            return jars.map(Path::toString).sorted().toList();
        }
    }

    private Path conf() throws IOException {
        return Files.createDirectories(directory.resolve("conf"));
    }

    private String coreSite() {
        StringBuilder xml = new StringBuilder("<configuration>\n");
        settings.forEach((name, value) -> xml.append("<property><name>")
                .append(name)
                .append("</name><value>")
                .append(value)
                .append("</value></property>\n"));
        return xml.append("</configuration>\n").toString();
    }

    /** Runs Hadoop's shell once, as {@code hdfs dfs} does. */
    Stack.Result dfs(String... arguments) throws IOException {
        return dfs(Map.of(), arguments);
    }

    /** Runs Hadoop's shell once, with more in its environment. */
    Stack.Result dfs(Map<String, String> environment, String... arguments) throws IOException {
        ProcessBuilder shell = start(environment, "org.apache.hadoop.fs.FsShell", List.of(arguments));
        try (ProcessOutput output = ProcessOutput.of(shell)) {
            Process process = shell.start();
            await(process);
            return new Stack.Result(process.exitValue(), output.output(), output.errors());
        }
    }

    /** Starts Hadoop's shell; its output is to be read by the caller. */
    Process startDfs(String... arguments) throws IOException {
        return start(Map.of(), "org.apache.hadoop.fs.FsShell", List.of(arguments))
                .redirectError(directory.resolve("stderr.txt").toFile())
                .start();
    }

    /** Runs the commands of a transcript in one process, and returns the transcript that results. */
    String session(String transcript) throws IOException {
        Path commands = Files.writeString(directory.resolve("commands.txt"), transcript);
        Path local = directory.resolve("local");
        Path output = directory.resolve("transcript.txt");
        Path errors = directory.resolve("stderr.txt");
        Process process = start(Map.of(), ShellSession.class.getName(), List.of(local.toString()))
                .redirectInput(commands.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        await(process);
        if (process.exitValue() != 0) {
            throw new IOException("the session ended with " + process.exitValue() + ":\n" + Files.readString(errors));
        }
        return Files.readString(output).replace(local.toString(), "{local}");
    }

    void await(Process process) throws IOException {
        try {
            if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("Hadoop's shell did not end within " + BOUND);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private ProcessBuilder start(Map<String, String> environment, String main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.timezone=UTC"));
        command.addAll(List.of("-cp", classPath(), main));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LAMBDAFS_CLIENT_PROPERTIES_FILE", propertiesFile.toString());
        builder.environment().putAll(environment);
        // The JVM says on stderr that it read them.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"));
        return builder;
    }

    private String classPath() throws IOException {
        List<String> path = new ArrayList<>();
        path.add(conf().toString());
        path.addAll(jars);
        path.add(sessionClasses().toString());
        return String.join(File.pathSeparator, path);
    }

    /** Only this package of the tests, so that no other class of theirs is in the client's way. */
    private Path sessionClasses() throws IOException {
        Path classes = directory.resolve("classes");
        Path own = Path.of(ShellSession.class.getPackageName().replace('.', '/'));
        Path from = home.resolve("system-test/target/test-classes").resolve(own);
        Files.createDirectories(classes.resolve(own));
        Path file = Path.of(ShellSession.class.getSimpleName() + ".class");
        if (!Files.exists(classes.resolve(own).resolve(file))) {
            Files.copy(from.resolve(file), classes.resolve(own).resolve(file));
        }
        return classes;
    }
}
