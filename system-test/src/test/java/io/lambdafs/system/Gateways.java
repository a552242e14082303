package io.lambdafs.system;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** The gateways of a system, and clients that know nothing else of it. */
public final class Gateways {
    private static final String READY = "READY gateway ";

    private Gateways() {}

    /** Where the gateway of this number serves Hadoop's RPC. */
    public static URI address(Stack stack, int number) throws IOException {
        return URI.create(addresses(stack, number)[0]);
    }

    /** Where the web server of the gateway of this number is. */
    public static URI httpAddress(Stack stack, int number) throws IOException {
        return URI.create(addresses(stack, number)[1]);
    }

    /** As its log says: to ask the command takes a process each time. */
    private static String[] addresses(Stack stack, int number) throws IOException {
        String name = "gateway" + number;
        try (Stream<String> lines = Files.lines(stack.dataDir().resolve("logs").resolve(name + ".log"))) {
            return lines.filter(line -> line.startsWith(READY))
                    .reduce((earlier, later) -> later)
                    .map(line -> line.substring(READY.length()).split(" ", -1))
                    .orElseThrow(() -> new IOException(name + " has never served"));
        }
    }

    /** The settings of a client of the first gateway. */
    public static Map<String, String> settings(Stack stack) throws IOException {
        return Map.of("fs.defaultFS", address(stack, 0).toString());
    }

    /** A client with these settings and Hadoop's defaults, not shared through Hadoop's cache. */
    public static DistributedFileSystem client(Map<String, String> settings) throws IOException {
        Configuration configuration = new Configuration();
        settings.forEach(configuration::set);
        configuration.setInt("dfs.replication", 1);
        return (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(configuration), configuration);
    }
}
