package io.lambdafs.secure.stranger;

import io.lambdafs.system.ListeningPorts;
import io.lambdafs.system.Stack;
import io.lambdafs.system.StackStatus;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ports at which the processes of a stack listen, and the rows of SECURITY.md's table of doors for them. */
public final class Doors {
    private static final Map<String, List<String>> ROWS = Map.of(
            "platform",
            List.of("the platform's interface (port 3233)"),
            "gateway",
            // A gateway is a client of functions.
            List.of(
                    "a gateway's port of Hadoop's RPC",
                    "a gateway's web server",
                    "a client's TCP port",
                    "the port at which a user's processes share connections"),
            "datanode",
            List.of(
                    "a DataNode's ports",
                    "a DataNode's ports",
                    // Its web server is behind another one of the same process.
                    "a DataNode's ports",
                    "a DataNode's ports",
                    "the DatanodeProtocol port beside a DataNode"),
            "zookeeper",
            List.of("ZooKeeper"),
            "store",
            List.of("an engine's metrics"),
            "housekeeper",
            List.of(),
            "instance",
            List.of("a function instance's port"));

    private Doors() {}

    /**
     * A port of a process.
     *
     * @param process such as {@code gateway0}, or {@code instance}
     */
    public record Door(String process, InetSocketAddress at) {
        @Override
        public String toString() {
            return process + " at " + at.getPort();
        }
    }

    /** The rows that ports of such a process belong to, one for each port that it may have. */
    public static List<String> rows(String process) {
        return ROWS.getOrDefault(process.replaceFirst("\\d+$", ""), List.of());
    }

    /** Whether a process shows this page to everybody: numbers, state and versions, which the rows name. */
    public static boolean shows(String process, String request) {
        return switch (process.replaceFirst("\\d+$", "")) {
            case "platform" -> request.equals("GET /");
            case "store" -> request.equals("GET /metrics") || request.equals("GET /");
            case "datanode" -> !request.contains("webhdfs") && request.startsWith("GET ");
            default -> false;
        };
    }

    /** All of them, by process; a process without a port has an empty list. */
    public static Map<String, List<Door>> of(Stack stack) throws IOException {
        Map<String, List<Door>> doors = new TreeMap<>();
        StackStatus status = StackStatus.of(stack);
        for (Map.Entry<String, Long> component : status.components().entrySet()) {
            doors.put(component.getKey(), doors(component.getKey(), component.getValue()));
        }
        for (StackStatus.Instance instance : status.instances()) {
            List<Door> ports = doors("instance", instance.pid());
            // One that is just being started may have none yet.
            if (!ports.isEmpty()) {
                doors.putIfAbsent("instance", ports);
            }
        }
        return doors;
    }

    private static List<Door> doors(String process, long pid) throws IOException {
        List<Door> doors = new ArrayList<>();
        for (ListeningPorts.Endpoint port : ListeningPorts.of(pid)) {
            doors.add(new Door(process, new InetSocketAddress(port.address(), port.port())));
        }
        return doors;
    }
}
