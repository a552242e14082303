package io.lambdafs.suites;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs classes of Hadoop's, each in a JVM of its own, because they change what all users of a JVM share. */
final class SuiteProcess {
    private static final Duration BOUND = Duration.ofMinutes(10);

    private final List<Stack> systems;
    private final Path directory;
    private final Path resources;
    private final String classPath;

    /**
     * Over these systems.
     *
     * @param directory where each class has a directory for its files and its log
     */
    SuiteProcess(List<Stack> systems, Path directory) throws IOException {
        this.systems = List.copyOf(systems);
        this.directory = directory.toAbsolutePath();
        Path module = CheckoutSources.root().toAbsolutePath().resolve("system-test/hadoop-suites/target");
        resources = module.resolve("resources");
        // Ours first: it has the class that takes the place of Hadoop's.
        classPath = String.join(
                File.pathSeparator,
                module.resolve("classes").toString(),
                resources.toString(),
                Files.readString(module.resolve("suites.classpath")).strip());
    }

    /**
     * What became of each test.
     *
     * @throws IOException if the class does not end in time
     */
    List<SuiteOutcome> run(String name) throws IOException, InterruptedException {
        Path own = Files.createDirectories(directory.resolve(name));
        Path outcomes = own.resolve("outcomes.tsv");
        Files.deleteIfExists(outcomes);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dtest.build.data=" + own.resolve("data"),
                        "-Dtest.build.dir=" + own.resolve("build"),
                        "-Dtest.cache.data=" + resources,
                        "-Djava.net.preferIPv4Stack=true",
                        "-cp",
                        classPath,
                        "io.lambdafs.suites.SuiteMain",
                        name,
                        outcomes.toString())
                .directory(own.toFile())
                .redirectErrorStream(true)
                .redirectOutput(own.resolve("log.txt").toFile());
        builder.environment().putAll(environment());
        Process process = builder.start();
        boolean ended = process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        List<SuiteOutcome> read = new ArrayList<>();
        if (Files.exists(outcomes)) {
            Files.readAllLines(outcomes).forEach(line -> read.add(SuiteOutcome.parse(line)));
        }
        if (!ended || process.exitValue() != 0) {
            read.add(new SuiteOutcome(
                    SuiteOutcome.Kind.FAILED,
                    "(the JVM)",
                    ended ? "ended with " + process.exitValue() : "did not end within " + BOUND));
        }
        return read;
    }

    private Map<String, String> environment() throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < systems.size(); i++) {
            Stack system = systems.get(i);
            StoreConfig store = system.storeConfig();
            environment.put(
                    "LAMBDAFS_SUITES_CONF_" + i,
                    system.dataDir().resolve("conf").toString());
            environment.put("LAMBDAFS_SUITES_STORE_" + i, store.url());
            environment.put("LAMBDAFS_SUITES_SECRET_" + i, store.password());
        }
        return environment;
    }
}
