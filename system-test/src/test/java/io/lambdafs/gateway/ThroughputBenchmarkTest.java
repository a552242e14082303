package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's NNThroughputBenchmark, as released, takes a gateway for an HDFS NameNode. */
final class ThroughputBenchmarkTest {
    /** An operation that fails makes the benchmark wait for ever. */
    private static final Duration BOUND = Duration.ofMinutes(2);

    private static final int THREADS = 3;
    private static final int OPERATIONS = 30;
    private static final Pattern DONE = Pattern.compile("(?m)--- (\\w+) stats  ---\\R.*# operations: (\\d+)");
    private static final String LOG4J = """
            log4j.rootLogger=INFO, stdout
            log4j.appender.stdout=org.apache.log4j.ConsoleAppender
            log4j.appender.stdout.layout=org.apache.log4j.PatternLayout
            log4j.appender.stdout.layout.ConversionPattern=%p %m%n
            """;

    @TempDir
    private Path work;

    @Test
    void operations_ofClients_areAllCarriedOut() throws Exception {
        List<List<String>> runs = new ArrayList<>();
        // The gateway reads users' groups again every ten operations: by RefreshUserMappingsProtocol.
        runs.add(operation("mkdirs", "-dirs", "-UGCacheRefreshCount", "10"));
        for (String name : List.of("create", "open", "fileStatus", "append", "rename", "delete")) {
            runs.add(operation(name, "-files", "-blockSize", "1m"));
        }
        // Otherwise this one ends by entering safe mode, to save an image.
        runs.add(List.of("-op", "clean", "-nonSuperUser"));

        ClientProgram.Ended ended = benchmark(runs);

        String said = ended.output() + ended.errors();
        assertThat(ended.status()).as(said).isZero();
        assertThat(said).doesNotContain("failed:");
        List<MatchResult> done = DONE.matcher(ended.output()).results().toList();
        assertThat(done)
                .as(said)
                .extracting(result -> result.group(1))
                .containsExactly("mkdirs", "create", "open", "fileStatus", "append", "rename", "delete", "clean");
        assertThat(done.subList(0, done.size() - 1))
                .as(said)
                .allMatch(result -> result.group(2).equals(String.valueOf(OPERATIONS)));
    }

    /** DataNodes report to the store and not to gateways. Nothing must look as if a report had been taken. */
    @Test
    void reportsOfDataNodes_areRefused() throws Exception {
        ClientProgram.Ended ended =
                benchmark(List.of(List.of("-op", "blockReport", "-datanodes", "1", "-reports", "1")));

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output() + ended.errors())
                .contains("Unknown protocol: org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol");
    }

    private static List<String> operation(String name, String count, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("-op", name, "-threads", String.valueOf(THREADS), count, String.valueOf(OPERATIONS)));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** One after another in one process, because most of the time of a short run is its start. */
    private ClientProgram.Ended benchmark(List<List<String>> runs) throws Exception {
        Path log4j = Files.writeString(work.resolve("log4j.properties"), LOG4J);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-Dlog4j.configuration=" + log4j.toUri(),
                "-cp",
                classPath(),
                ThroughputMain.class.getName(),
                Gateways.address(SharedStack.get(), 0).toString(),
                work.toString()));
        for (List<String> run : runs) {
            command.addAll(run);
            command.add(ThroughputMain.NEXT);
        }
        return new ClientProgram(work, Map.of(), BOUND).run(command.toArray(String[]::new));
    }

    /** Hadoop's jars with the benchmark, and after them a server's class path, which has the same release. */
    private static String classPath() throws IOException {
        Path root = CheckoutSources.root().toAbsolutePath();
        List<String> entries = new ArrayList<>();
        try (Stream<Path> jars = Files.list(root.resolve("system-test/target/stock-clients/throughput"))) {
            jars.map(Path::toString).sorted().forEach(entries::add);
        }
        entries.add(Files.readString(root.resolve("lambdafs-cli/target/dist/gateway.classpath"))
                .strip());
        entries.add(root.resolve("system-test/target/test-classes").toString());
        return String.join(File.pathSeparator, entries);
    }
}
