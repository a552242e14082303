package io.lambdafs.system;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** The gateways of a system, and clients that know nothing else of it. */
public final class Gateways {
    private Gateways() {}

    /** Where the gateway of this number serves Hadoop's RPC. */
    public static URI address(Stack stack, int number) throws IOException {
        String address = StackStatus.of(stack).address("gateway" + number).split(" ", 2)[0];
        if (address.isEmpty()) {
            throw new IOException("there is no gateway" + number);
        }
        return URI.create(address);
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
