package io.lambdafs.gateway;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The arguments of a gateway's process.
 *
 * @param configuration the directory with {@code core-site.xml}, {@code hdfs-site.xml} and, if there is one,
 *     {@code gateway-site.xml}
 * @param bindAddress the address of this machine at which all servers listen
 * @param rpcPorts the ports for Hadoop's RPC, of which the gateway takes the first that it can have; 0 stands for any free one.
 *     A list lets the gateway itself find out what is free, because a port that was free a moment ago may no longer be
 * @param httpPorts the same for the web server; empty for none
 * @param dataNodes the store for DataNodes of other processes; empty if they are not let in
 */
public record GatewayOptions(
        Path configuration, String bindAddress, List<Integer> rpcPorts, List<Integer> httpPorts, String dataNodes) {
    /** HDFS's port of Hadoop's RPC. */
    public static final int DEFAULT_RPC_PORT = 8020;

    /** HDFS's port of a NameNode's web server. */
    public static final int DEFAULT_HTTP_PORT = 9870;

    static final String USAGE = """
            usage: GatewayMain --conf DIR [options]
              --conf DIR          Hadoop's configuration of a client of λFS: core-site.xml, hdfs-site.xml, gateway-site.xml
              --bind ADDRESS      where the gateway listens; default 127.0.0.1
              --rpc-port PORTS    the port of Hadoop's RPC; default 8020; 0: any free one.
                                  Of several, separated by commas, the first that can be had
              --http-port PORTS   the same for the web server; default 9870; 'off': none
              --datanodes URL     lets DataNodes register, and writes what they report to this metadata store
            user and password of the store come from LAMBDAFS_STORE_USER and LAMBDAFS_STORE_PASSWORD""";

    private static final String CONF = "--conf";
    private static final String BIND = "--bind";
    private static final String RPC_PORT = "--rpc-port";
    private static final String HTTP_PORT = "--http-port";
    private static final String DATANODES = "--datanodes";
    private static final String OFF = "off";
    private static final Set<String> KNOWN = Set.of(CONF, BIND, RPC_PORT, HTTP_PORT, DATANODES);
    private static final int MAX_PORT = 65535;

    public GatewayOptions {
        requireNonNull(configuration, "configuration");
        requireNonNull(bindAddress, "bindAddress");
        requireNonNull(dataNodes, "dataNodes");
        if (!Files.isRegularFile(configuration.resolve("core-site.xml"))) {
            throw new IllegalArgumentException(
                    CONF + " must be a directory with a core-site.xml, and " + configuration + " is none");
        }
        rpcPorts = List.copyOf(rpcPorts);
        if (rpcPorts.isEmpty()) {
            throw new IllegalArgumentException(RPC_PORT + " needs a port");
        }
        rpcPorts.forEach(port -> requirePort(RPC_PORT, port));
        httpPorts = List.copyOf(httpPorts);
        httpPorts.forEach(port -> requirePort(HTTP_PORT, port));
    }

    /**
     * Reads what the process was started with.
     *
     * @throws IllegalArgumentException saying which argument is missing or wrong
     */
    static GatewayOptions parse(String... arguments) {
        Map<String, String> given = split(arguments);
        String configuration = given.get(CONF);
        if (configuration == null || configuration.isEmpty()) {
            throw new IllegalArgumentException(CONF + " is missing: name the directory of Hadoop's configuration");
        }
        return new GatewayOptions(
                Path.of(configuration),
                given.getOrDefault(BIND, "127.0.0.1"),
                numbers(RPC_PORT, given.getOrDefault(RPC_PORT, String.valueOf(DEFAULT_RPC_PORT))),
                httpPorts(given.getOrDefault(HTTP_PORT, String.valueOf(DEFAULT_HTTP_PORT))),
                given.getOrDefault(DATANODES, ""));
    }

    private static List<Integer> httpPorts(String text) {
        return text.equals(OFF) ? List.of() : numbers(HTTP_PORT, text);
    }

    private static Map<String, String> split(String[] arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String option = arguments[i];
            if (!KNOWN.contains(option)) {
                throw new IllegalArgumentException("unknown option " + option);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            if (given.put(option, arguments[i + 1]) != null) {
                throw new IllegalArgumentException(option + " is given twice");
            }
        }
        return given;
    }

    private static List<Integer> numbers(String option, String text) {
        return Stream.of(text.split(",", -1)).map(part -> number(option, part)).toList();
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " takes a number, not " + text, e);
        }
    }

    private static void requirePort(String option, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(option + " must be between 0 and " + MAX_PORT + ", not " + port);
        }
    }
}
