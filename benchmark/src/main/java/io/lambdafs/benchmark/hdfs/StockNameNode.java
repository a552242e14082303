package io.lambdafs.benchmark.hdfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Formats and runs a NameNode with the settings that HDFS ships, so with an edit log that is synchronised to disk before
 * an answer. Prints its address, and ends with its standard input.
 */
public final class StockNameNode {
    private static final String ANY_PORT = "127.0.0.1:0";

    private StockNameNode() {}

    /** Takes the directory for everything that it writes. */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        Configuration configuration = new Configuration();
        configuration.set(
                "dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
        configuration.set("fs.defaultFS", "hdfs://" + ANY_PORT);
        configuration.set("dfs.namenode.http-address", ANY_PORT);
        // Without DataNodes there is nothing to wait for.
        configuration.set("dfs.namenode.safemode.extension", "0");
        // Formatting registers metrics that running would register again.
        DefaultMetricsSystem.setMiniClusterMode(true);
        NameNode.format(configuration);
        NameNode nameNode = NameNode.createNameNode(new String[0], configuration);
        System.out.println("ok " + nameNode.getNameNodeAddress().getPort());
        while (System.in.read() >= 0) {
            // Nothing is said to it; the end of its input is the end of the process that started it.
        }
        System.exit(0);
    }
}
