package io.lambdafs.hive;

import static java.util.Objects.requireNonNull;

import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Hive's own command line in a process of its own, with its metastore over Derby and its MapReduce jobs in the same process. The
 * sessions of one directory share their metastore, which one session at a time can use. Immutable.
 */
final class HiveSession {
    private static final int BOUND_MINUTES = 6;

    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.io",
            "java.math",
            "java.net",
            "java.nio",
            "java.text",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.regex",
            "sun.nio.ch");

    private final Path directory;
    private final List<Path> classPath;

    /**
     * Sessions that keep their metastore and what they need on the local disk in a directory.
     *
     * @param classPath what comes before Hive's own jars: settings with the file system's address, and what is needed to reach it
     */
    HiveSession(Path directory, List<Path> classPath) {
        this.directory = directory;
        this.classPath = List.copyOf(classPath);
    }

    /**
     * How a session ended.
     *
     * @param status 0 if all statements succeeded
     * @param output rows, errors and log lines
     */
    record Outcome(int status, String output) {}

    /**
     * Has a user run statements, until one fails.
     *
     * @throws IOException if they do not end within six minutes
     */
    Outcome run(String user, String statements) throws IOException, InterruptedException {
        Path script = Files.createTempFile(Files.createDirectories(directory), user, ".sql");
        Path output = directory.resolve(requireNonNull(script.getFileName()) + ".log");
        Files.writeString(script, statements);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dderby.stream.error.file=" + directory.resolve("derby.log"),
                "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp"))));
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(List.of("-cp", classPath(), "org.apache.hadoop.hive.cli.CliDriver"));
        settings().forEach((key, value) -> command.addAll(List.of("--hiveconf", key + "=" + value)));
        command.addAll(List.of("-f", script.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("HADOOP_USER_NAME", user);
        Process process = builder.start();
        try {
            if (!process.waitFor(BOUND_MINUTES, TimeUnit.MINUTES)) {
                throw new IOException("Hive did not end in time: " + Files.readString(output));
            }
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readString(output));
    }

    private String classPath() throws IOException {
        Path jars = CheckoutSources.root().toAbsolutePath().resolve("system-test/hive/target/hive.classpath");
        List<String> all =
                new ArrayList<>(classPath.stream().map(Path::toString).toList());
        all.add(Files.readString(jars).strip());
        return String.join(File.pathSeparator, all);
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        // Tables that are not transactional are of the second, from Hive 4 on.
        settings.put("hive.metastore.warehouse.dir", HiveWarehouse.HOME + "/transactional");
        settings.put("hive.metastore.warehouse.external.dir", HiveWarehouse.HOME + "/warehouse");
        settings.put("hive.exec.scratchdir", HiveWarehouse.HOME + "/scratch");
        settings.put("mapreduce.jobtracker.staging.root.dir", HiveWarehouse.HOME + "/staging");
        settings.put("javax.jdo.option.ConnectionURL", "jdbc:derby:" + directory.resolve("metastore") + ";create=true");
        settings.put("datanucleus.schema.autoCreateAll", "true");
        settings.put("hive.metastore.schema.verification", "false");
        settings.put("hive.exec.local.scratchdir", directory.resolve("local").toString());
        settings.put(
                "hive.downloaded.resources.dir", directory.resolve("resources").toString());
        settings.put("hive.querylog.location", directory.resolve("queries").toString());
        settings.put("hadoop.tmp.dir", directory.resolve("hadoop").toString());
        settings.put("hive.execution.engine", "mr");
        settings.put("mapreduce.framework.name", "local");
        settings.put("hive.exec.dynamic.partition.mode", "nonstrict");
        // Each of them would be a further job.
        settings.put("hive.stats.autogather", "false");
        settings.put("hive.async.log.enabled", "false");
        settings.put("hive.root.logger", "WARN,console");
        return settings;
    }
}
