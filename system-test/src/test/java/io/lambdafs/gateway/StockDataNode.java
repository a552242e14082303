package io.lambdafs.gateway;

import io.lambdafs.tidy.CheckoutSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Programs of HDFS as Hadoop releases them, with none of the project's classes. */
final class StockDataNode {
    private StockDataNode() {}

    /**
     * Starts a DataNode that takes a gateway for its NameNode; the caller ends it.
     *
     * @param work where it has its blocks and its log
     * @param name tells its log from those of others
     * @param blocks the directory of its blocks in {@code work}
     * @param more settings besides
     */
    static Process start(Path work, int gatewayPort, String name, String blocks, Map<String, String> more)
            throws IOException {
        Map<String, String> settings = new TreeMap<>(more);
        settings.putAll(Map.of(
                "fs.defaultFS", "hdfs://127.0.0.1:" + gatewayPort,
                "dfs.datanode.data.dir", work.resolve(blocks).toString(),
                "dfs.datanode.address", "127.0.0.1:0",
                "dfs.datanode.ipc.address", "127.0.0.1:0",
                "dfs.datanode.http.address", "127.0.0.1:0",
                "dfs.datanode.hostname", "localhost",
                "dfs.blockreport.initialDelay", "0",
                "dfs.heartbeat.interval", "1"));
        return program(
                work, "datanode-" + name, "org.apache.hadoop.hdfs.server.datanode.DataNode", settings, List.of());
    }

    /** Starts a program with Hadoop's jars alone; its output goes to a log in {@code work}, and the caller ends it. */
    static Process program(Path work, String log, String main, Map<String, String> settings, List<String> arguments)
            throws IOException {
        String dist = Files.readString(CheckoutSources.root().resolve("lambdafs-cli/target/dist/datanode.classpath"));
        String classPath = Arrays.stream(dist.strip().split(Pattern.quote(File.pathSeparator)))
                .filter(jar -> !jar.contains("lambdafs"))
                .collect(Collectors.joining(File.pathSeparator));
        // A release has these beside its jars.
        Path beside = work.resolve("beside");
        Files.createDirectories(beside.resolve("webapps/datanode"));
        Files.writeString(beside.resolve("log4j.properties"), """
                log4j.rootLogger=INFO,console
                log4j.appender.console=org.apache.log4j.ConsoleAppender
                log4j.appender.console.layout=org.apache.log4j.PatternLayout
                log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
                """);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                beside + File.pathSeparator + classPath,
                main));
        settings.forEach((key, value) -> command.addAll(List.of("-D", key + "=" + value)));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(work.resolve(log + ".log").toFile())
                .start();
    }
}
