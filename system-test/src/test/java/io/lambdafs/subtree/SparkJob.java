package io.lambdafs.subtree;

import io.lambdafs.client.commit.SubtreeOutputCommitter;
import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A job of a real Spark on the shared stack, with its driver and two executors in processes of their own. Immutable. */
final class SparkJob {
    private static final int MASTER_CORES = 2;

    private final Path directory;
    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, String> environment = new TreeMap<>();

    /** A job whose output is committed by λFS's committer, and which works and logs in a directory of this machine. */
    SparkJob(Path directory) throws IOException {
        this.directory = directory;
        settings.put("spark.master", "local-cluster[2," + MASTER_CORES + ",600]");
        settings.put("spark.executor.memory", "600m");
        settings.put("spark.driver.host", "127.0.0.1");
        settings.put("spark.driver.bindAddress", "127.0.0.1");
        settings.put("spark.ui.enabled", "false");
        settings.put("spark.executor.extraClassPath", ours());
        settings.put("spark.local.dir", directory.resolve("local").toString());
        settings.put("spark.hadoop.fs.defaultFS", "hdfs://lambdafs");
        settings.put("spark.sql.sources.outputCommitterClass", SubtreeOutputCommitter.class.getName());
    }

    private SparkJob(Path directory, Map<String, String> settings) {
        this.directory = directory;
        this.settings.putAll(settings);
    }

    /** The same with other settings. */
    SparkJob with(Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(settings);
        all.putAll(others);
        SparkJob other = new SparkJob(directory, all);
        other.environment.putAll(environment);
        return other;
    }

    /** The same, run by a user. */
    SparkJob by(String user) {
        SparkJob other = with(Map.of());
        other.environment.put("HADOOP_USER_NAME", user);
        return other;
    }

    private static Path module() {
        return CheckoutSources.root().toAbsolutePath().resolve("system-test/spark/target");
    }

    private static String ours() throws IOException {
        return String.join(
                File.pathSeparator,
                module() + "/classes",
                CheckoutSources.root()
                        .toAbsolutePath()
                        .resolve("lambdafs-client/target/lambdafs-client.jar")
                        .toString(),
                SharedStack.get().dataDir().resolve("conf").toString());
    }

    /** Starts a program of {@code system-test/spark}. */
    Process start(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx700m",
                "-XX:+UseSerialGC",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.net=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/sun.security.action=ALL-UNNAMED"));
        settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of(
                "-cp",
                ours() + File.pathSeparator + module().resolve("spark/jars") + "/*",
                "io.lambdafs.spark." + program));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(directory.resolve("work")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("driver.log").toFile());
        builder.environment().putAll(environment);
        builder.environment().put("SPARK_HOME", module().resolve("spark").toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        return builder.start();
    }

    /** What the driver of the last one has said. */
    String log() throws IOException {
        return Files.readString(directory.resolve("driver.log"));
    }
}
